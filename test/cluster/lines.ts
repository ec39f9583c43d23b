/** Connections that break on demand. */
import { connect, createServer, type Socket } from "node:net";

/** A line to a server that can be cut. */
export interface Line {
  readonly port: number;
  /** Bytes from the server so far. */
  readonly bytes: () => number;
  /** Ends all connections at once; new ones are let through. */
  cut(): void;
  close(): Promise<void>;
}

/** Passes bytes on to a port; `onBytes` hears how many have come from there. */
export async function lineTo(port: number, onBytes: (line: Line) => void = () => {}): Promise<Line> {
  const sockets = new Set<Socket>();
  let bytes = 0;
  const server = createServer((client) => {
    const remote = connect(port, "127.0.0.1");
    for (const socket of [client, remote]) {
      sockets.add(socket);
      socket
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(socket);
          client.destroy();
          remote.destroy();
        });
    }
    client.pipe(remote);
    remote.on("data", (piece) => {
      bytes += piece.length;
      client.write(piece);
      onBytes(line);
    });
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  const line: Line = {
    port: (server.address() as { port: number }).port,
    bytes: () => bytes,
    cut: () => {
      for (const socket of sockets) socket.destroy();
    },
    close: async () => {
      for (const socket of sockets) socket.destroy();
      await new Promise<void>((done) => server.close(() => done()));
    },
  };
  return line;
}
