import { placesOn, type Sheet } from '../domain/print/contract/sheets.ts';
import type { Spot } from './scanned-codes.ts';

/** The parts of a sheet's labels that carry a code, label by label. */
export function spotsOf(sheet: Sheet, places = placesOn(sheet)): Spot[] {
  const { columns, left, top, pitch, label, fold } = sheet;
  return Array.from({ length: places }, (_, place) => {
    const x = left + (place % columns) * pitch.x;
    const y = top + Math.floor(place / columns) * pitch.y;
    if (fold === undefined) return [{ x, y, ...label }];
    const height = (label.height - fold) / 2;
    return [y, y + label.height - height].map((faceY) => ({ x, y: faceY, width: label.width, height }));
  }).flat();
}
