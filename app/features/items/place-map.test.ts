import { expect, test } from 'vitest';
import { tilesAround } from './place-map.tsx';

const template = 'https://tiles.example/{z}/{x}/{y}.png';
const berlin = { latitude: 52.5163, longitude: 13.3777 };

test('the Brandenburg Gate is in the middle of the images around it; the square is covered wherever the point is, and each image exists; of the poles there is no map', () => {
  // x 17601.67 and y 10746.99, by the formula with the secant.
  expect(tilesAround(berlin, 15, template)).toEqual([
    { url: 'https://tiles.example/15/17601/10746.png', left: -43, top: -125 },
    { url: 'https://tiles.example/15/17602/10746.png', left: 213, top: -125 },
    { url: 'https://tiles.example/15/17601/10747.png', left: -43, top: 131 },
    { url: 'https://tiles.example/15/17602/10747.png', left: 213, top: 131 },
  ]);
  for (const longitude of [-180, -179.999, 0, 179.999, 180])
    for (const latitude of [-80, -33.9, 0, 52.5, 80]) {
      for (let zoom = 3; zoom <= 18; zoom++) {
        const tiles = tilesAround({ latitude, longitude }, zoom, template) ?? [];
        expect(Math.min(...tiles.map(({ left }) => left))).toBeLessThanOrEqual(0);
        expect(Math.max(...tiles.map(({ left }) => left + 256))).toBeGreaterThanOrEqual(256);
        expect(Math.min(...tiles.map(({ top }) => top))).toBeLessThanOrEqual(0);
        expect(Math.max(...tiles.map(({ top }) => top + 256))).toBeGreaterThanOrEqual(256);
        for (const { url } of tiles) {
          const [z = 0, x = -1, y = -1] = /(\d+)\/(-?\d+)\/(-?\d+)\.png$/.exec(url)?.slice(1).map(Number) ?? [];
          expect(Math.min(x, y), url).toBeGreaterThanOrEqual(0);
          expect(Math.max(x, y), url).toBeLessThan(2 ** z);
        }
      }
    }
  expect(tilesAround({ latitude: 89, longitude: 0 }, 15, template)).toBeUndefined();
});
