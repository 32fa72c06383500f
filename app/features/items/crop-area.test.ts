import { expect, test } from 'vitest';
import { enlarged, middleOf, moved } from './crop-area.tsx';

const photo = { width: 400, height: 300 };

test('the square begins in the middle and moves to the edges, not beyond; enlarging keeps the middle, down to 64 pixels; a picture that is smaller is used whole', () => {
  const crop = middleOf(photo);
  expect(crop).toEqual({ x: 50, y: 0, side: 300 });
  expect(moved(crop, { x: 20, y: 9 }, photo)).toEqual({ x: 70, y: 0, side: 300 });
  expect(moved(crop, { x: -999, y: 0 }, photo)).toEqual({ x: 0, y: 0, side: 300 });
  expect(moved(crop, { x: 999, y: 999 }, photo)).toEqual({ x: 100, y: 0, side: 300 });
  const close = enlarged(middleOf(photo), 2, photo);
  expect(close).toEqual({ x: 125, y: 75, side: 150 });
  expect(enlarged(close, 99, photo).side).toBe(64);
  expect(enlarged(moved(close, { x: -999, y: -999 }, photo), 0.01, photo)).toEqual({ x: 0, y: 0, side: 300 });
  const size = { width: 40, height: 50 };
  expect(enlarged(middleOf(size), 9, size)).toEqual({ x: 0, y: 5, side: 40 });
});
