import sharp from 'sharp';
import { dotsPerInch } from './svg-to-png.ts';

/** Its own process: the product's refuses to load any SVG, whoever sent it. */
process.on('message', async (svg: string) => {
  const picture = sharp(Buffer.from(svg)).flatten({ background: '#fff' }).grayscale().toColourspace('b-w');
  process.send?.(await picture.withDensity(dotsPerInch).png().toBuffer());
});
