/** Texts and drawings to the clipboard, and files to the disk. */

export async function copyText(text: string): Promise<void> {
  await navigator.clipboard.writeText(text);
}

/** A picture that is still being made may be given: browsers want to be asked at once. */
export async function copyPicture(picture: Promise<Blob>): Promise<void> {
  await navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
}

export function download(name: string, content: BlobPart, type: string): void {
  const url = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}

/** Pixels for each unit of a drawing: sharp in print. */
const SCALE = 3;

/** An SVG drawing as a PNG picture on white. */
export async function svgToPng(svg: string): Promise<Blob> {
  const [, width = "800", height = "600"] = /viewBox="0 0 ([\d.]+) ([\d.]+)"/.exec(svg) ?? [];
  // Sizes in pixels, and colours for white paper whatever the reader's scheme is.
  const sized = svg
    .replace(
      /<svg[^>]*>/,
      (head) => `${head.replace(/ (width|height)="[^"]*"/g, "").slice(0, -1)} width="${width}" height="${height}">`,
    )
    .replace(/@media[^{]*\{(?:[^{}]*\{[^{}]*\})*\}/, "");
  const url = URL.createObjectURL(new Blob([sized], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement("canvas");
    [canvas.width, canvas.height] = [Math.ceil(Number(width) * SCALE), Math.ceil(Number(height) * SCALE)];
    const context = canvas.getContext("2d")!;
    context.fillStyle = "#fff";
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob(
        (blob) => (blob === null ? reject(new Error("the drawing is too large")) : resolve(blob)),
        "image/png",
      ),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
