/** The square of a picture that is used, in pixels of the picture. */
export type Crop = { x: number; y: number; side: number };

type Size = { width: number; height: number };

/** Smaller parts show nothing. */
const leastSide = 64;

export function middleOf({ width, height }: Size): Crop {
  const side = Math.min(width, height);
  return { x: (width - side) / 2, y: (height - side) / 2, side };
}

export function moved(crop: Crop, by: { x: number; y: number }, size: Size): Crop {
  return within({ ...crop, x: crop.x + by.x, y: crop.y + by.y }, size);
}

/** @param factor above 1 shows less of the picture, larger */
export function enlarged(crop: Crop, factor: number, size: Size): Crop {
  const most = Math.min(size.width, size.height);
  const side = Math.min(most, Math.max(Math.min(leastSide, most), crop.side / factor));
  const shift = (crop.side - side) / 2;
  return within({ x: crop.x + shift, y: crop.y + shift, side }, size);
}

function within({ x, y, side }: Crop, { width, height }: Size): Crop {
  return { side, x: Math.min(Math.max(x, 0), width - side), y: Math.min(Math.max(y, 0), height - side) };
}
