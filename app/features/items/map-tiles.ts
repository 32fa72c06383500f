/** In pixels, as every server of map images has them. */
const tileSide = 256;
export const closest = 18;
export const widest = 3;

type Point = { latitude: number; longitude: number };
type Tile = { url: string; left: number; top: number };

/** Up to four images around the point (Web Mercator); `left` and `top` are in pixels. @returns undefined near the poles */
export function tilesAround({ latitude, longitude }: Point, zoom: number, template: string): Tile[] | undefined {
  if (Math.abs(latitude) > 85) return undefined;
  const count = 2 ** zoom;
  const radians = (latitude * Math.PI) / 180;
  const x = ((longitude + 180) / 360) * count;
  const y = ((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * count;
  const [firstX, firstY] = [Math.floor(x - 0.5), Math.floor(y - 0.5)];
  const rows = [0, 1].filter((row) => firstY + row >= 0 && firstY + row < count);
  return rows.flatMap((row) =>
    [0, 1].map((column) => ({
      url: urlOf(template, { z: zoom, x: (firstX + column + count) % count, y: firstY + row }),
      left: Math.round((firstX + column - x + 0.5) * tileSide),
      top: Math.round((firstY + row - y + 0.5) * tileSide),
    })),
  );
}

function urlOf(template: string, { z, x, y }: { z: number; x: number; y: number }): string {
  return template.replaceAll('{z}', String(z)).replaceAll('{x}', String(x)).replaceAll('{y}', String(y));
}
