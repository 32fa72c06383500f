/** Of each place that is looked at, in pixels. */
const side = 16;
const places = [0.25, 0.5, 0.75];
const grey = 0x80;
/** On average, of the 256 steps of a colour: what JPEG makes of fine grass is less, noise is more. */
const mostDifference = 24;

/** A file of what was drawn, read back. @throws where the browser writes noise or white, as some do against fingerprinting */
export async function writePicture(canvas: HTMLCanvasElement, type: string, quality?: number): Promise<Blob> {
  const before = look(canvas);
  const file = await new Promise<Blob | null>((take) => canvas.toBlob(take, type, quality));
  const after = file ? look(await createImageBitmap(file)) : [];
  const difference = before.reduce((sum, value, n) => sum + Math.abs(value - (after[n] ?? 0)), 0) / before.length;
  if (!file || difference > mostDifference) throw new Error('The browser writes no pictures.');
  return file;
}

/** How green some places are. @throws where pixels that are read are disturbed too, which a grey field tells */
function look(drawn: HTMLCanvasElement | ImageBitmap): number[] {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = side;
  const context = canvas.getContext('2d', { willReadFrequently: true });
  if (!context) throw new Error('The browser draws nothing.');
  const read = () => [...context.getImageData(0, 0, side, side).data].filter((_, n) => n % 4 === 1);
  context.fillStyle = `rgb(${grey}, ${grey}, ${grey})`;
  context.fillRect(0, 0, side, side);
  if (!read().every((value) => Math.abs(value - grey) < mostDifference)) throw new Error('Pixels are disturbed.');
  return places.flatMap((place) => {
    const [x, y] = [place * (drawn.width - side), place * (drawn.height - side)];
    context.drawImage(drawn, x, y, side, side, 0, 0, side, side);
    return read();
  });
}
