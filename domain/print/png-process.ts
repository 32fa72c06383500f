import sharp, { type Sharp } from 'sharp';
import { dieFirst } from '../../server/memory.ts';
import { type DrawingJob, dotsPerInch } from './svg-to-png.ts';

dieFirst();

const encoded: Record<DrawingJob['as'], (picture: Sharp) => Sharp> = {
  'grey-png': (picture) => picture.grayscale().toColourspace('b-w').withDensity(dotsPerInch).png(),
  png: (picture) => picture.png({ palette: true }),
  jpeg: (picture) => picture.jpeg({ quality: 82 }),
};

/** Its own process: the product's refuses to load any SVG, whoever sent it. */
process.on('message', async ({ svg, as }: DrawingJob) => {
  const picture = sharp(Buffer.from(svg)).flatten({ background: '#fff' });
  process.send?.(await encoded[as](picture).toBuffer());
});
