import { writePicture } from '../../../browser/write-picture.ts';
import { pictureSide } from '../../../domain/files/contract/limits.ts';
import type { Crop } from './crop.ts';

export function drawCrop(canvas: HTMLCanvasElement, picture: ImageBitmap, { x, y, side }: Crop): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  // JPEG has no transparency.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.drawImage(picture, x, y, side, side, 0, 0, canvas.width, canvas.height);
}

/** The chosen part alone, small enough for a bad network, without what the camera wrote. @throws where the browser writes no pictures */
export function cutOut(picture: ImageBitmap, crop: Crop): Promise<Blob> {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = Math.min(pictureSide, Math.round(crop.side));
  drawCrop(canvas, picture, crop);
  return writePicture(canvas, 'image/jpeg', 0.85);
}
