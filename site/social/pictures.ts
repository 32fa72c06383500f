import { LRUCache } from 'lru-cache';
import { z } from 'zod';
import { svgToPng } from '../../domain/print/svg-to-png.ts';
import { productKinds } from '../../domain/shop/contract/product.ts';
import { socialPicturePath } from '../../paths/paths.ts';
import { limitConcurrency } from '../../server/concurrency.ts';
import type { Keys } from '../../server/secret.ts';
import { drawSocialPicture, type PictureContent } from './draw-picture.tsx';

type Picture = Uint8Array<ArrayBuffer>;

export type SocialPictures = ReturnType<typeof createSocialPictures>;

const cacheBytes = 8 * 1024 * 1024;
/** To be raised when pictures are drawn in another way: they are kept for ever by their addresses. */
const design = 2;

const content = z.tuple([
  z.literal(design),
  z.string(),
  z.string(),
  z.string(),
  z.string(),
  z.enum(productKinds).nullable(),
]);

/** The pictures beside links to our pages. Its address holds all that is on a picture, with a code of ours (decision 035). */
export function createSocialPictures({ keys, publicUrl }: { keys: Keys; publicUrl: string }) {
  const drawn = new LRUCache<string, Picture>({ maxSize: cacheBytes, sizeCalculation: (bytes) => bytes.length });
  const beingDrawn = new Map<string, Promise<Picture>>();
  const drawing = limitConcurrency({ atOnce: 1, mostWaiting: 20 });
  const codeOf = (text: string) => keys.code('social-picture', text).toString('base64url');

  return {
    pathOf({ language, brand, title, accent, kind }: PictureContent): string {
      const text = Buffer.from(JSON.stringify([design, language, brand, title, accent, kind ?? null])).toString(
        'base64url',
      );
      return socialPicturePath(`${text}.${codeOf(text)}`);
    },
    /** @returns undefined for a name that is not ours. @throws TooBusy when too many wait to be drawn already */
    async read(name: string): Promise<Picture | undefined> {
      const known = drawn.get(name) ?? beingDrawn.get(name);
      if (known) return known;
      const wanted = open(name, keys);
      if (!wanted) return undefined;
      const making = drawing.run(() => svgToPng(drawSocialPicture(wanted, publicUrl), { inColor: true }));
      beingDrawn.set(name, making);
      try {
        const picture = await making;
        drawn.set(name, picture);
        return picture;
      } finally {
        beingDrawn.delete(name);
      }
    },
  };
}

function open(name: string, keys: Keys): PictureContent | undefined {
  const [text = '', code = '', ...more] = name.split('.');
  if (more.length > 0 || !keys.matches('social-picture', text, Buffer.from(code, 'base64url'))) return undefined;
  const read = content.safeParse(JSON.parse(Buffer.from(text, 'base64url').toString()));
  if (!read.success) return undefined;
  const [, language, brand, title, accent, kind] = read.data;
  return { language, brand, title, accent, kind: kind ?? undefined };
}
