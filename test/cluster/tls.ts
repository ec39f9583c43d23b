/** Lines to a server over TLS, with certificates made here. */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { createServer, type TLSSocket } from "node:tls";

/** A key and a certificate for this machine, signed by itself. */
export interface Certificate {
  readonly key: string;
  readonly cert: string;
}

export function makeCertificate(folder: string, name: string): Certificate {
  const [key, cert] = [join(folder, `${name}-key.pem`), join(folder, `${name}-cert.pem`)];
  const kind = ["req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2"];
  const owner = ["-subj", `/CN=${name}`, "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"];
  execFileSync("openssl", [...kind, ...owner, "-keyout", key, "-out", cert], { stdio: "ignore", timeout: 20_000 });
  return { key, cert };
}

/** A port that takes TLS and passes what it hears on to a port without. */
export async function tlsLineTo(port: number, { key, cert }: Certificate) {
  const sockets = new Set<TLSSocket>();
  const proxy = createServer({ key: readFileSync(key), cert: readFileSync(cert), ALPNProtocols: ["h2"] }, (client) => {
    const remote = connect(port, "127.0.0.1");
    sockets.add(client);
    const end = () => {
      sockets.delete(client);
      client.destroy();
      remote.destroy();
    };
    for (const socket of [client, remote]) socket.on("error", end).on("close", end);
    client.pipe(remote).pipe(client);
  });
  await new Promise<void>((done) => proxy.listen(0, "127.0.0.1", done));
  return {
    port: (proxy.address() as { port: number }).port,
    close: () => {
      for (const socket of sockets) socket.destroy();
      proxy.close();
    },
  };
}
