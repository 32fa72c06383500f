import sharp from 'sharp';
import { dieFirst } from '../../server/memory.ts';
import { dotsPerInch, type PngJob } from './svg-to-png.ts';

dieFirst();

/** Its own process: the product's refuses to load any SVG, whoever sent it. */
process.on('message', async ({ svg, inColor }: PngJob) => {
  const picture = sharp(Buffer.from(svg)).flatten({ background: '#fff' });
  const png = inColor
    ? picture.png({ palette: true })
    : picture.grayscale().toColourspace('b-w').withDensity(dotsPerInch).png();
  process.send?.(await png.toBuffer());
});
