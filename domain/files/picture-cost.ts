import type { Metadata } from 'sharp';
import { maxMegapixels } from './contract/limits.ts';

/** With the small pictures that are drawn at the same time, 150 MB. */
const mostMegabytes = 110;

/** How many megapixels of such a picture can be decoded in the memory that is there for it. */
export function mostMegapixelsOf(picture: Metadata): number {
  return Math.min(maxMegapixels, Math.floor(mostMegabytes / bytesPerPixel(picture)));
}

/** As measured with sharp 0.35. What comes row by row needs little, whatever its size. */
function bytesPerPixel({ format, isProgressive, chromaSubsampling = '', depth, channels }: Metadata): number {
  switch (format) {
    case 'heif':
      return 18;
    case 'gif':
      return 5.6;
    case 'jpeg':
      if (!isProgressive) return 2;
      if (channels === 4) return 10.5;
      return chromaSubsampling === '4:2:0' ? 4.9 : 7.8;
    case 'png':
      if (!isProgressive) return 2;
      return depth === 'ushort' ? 9.7 : 5;
    default:
      return 5;
  }
}
