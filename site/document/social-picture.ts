import { z } from 'zod';
import { productKinds } from '../../domain/shop/contract/product-kinds.ts';
import { socialPicturePath } from '../../paths/paths.ts';
import type { Keys } from '../../server/secret.ts';

export const pictureSize = { width: 1200, height: 630 };

/** To be raised when pictures are drawn in another way: they are kept for ever by their addresses. */
const design = 2;

const content = z.object({
  language: z.string(),
  brand: z.string(),
  title: z.string(),
  accent: z.string(),
  kind: z.enum(productKinds).optional(),
});

export type PictureContent = z.output<typeof content>;

/** The address of a picture holds all that is on it, with a code of ours (decision 035). */
export function socialPictureOf({ language, brand, title, accent, kind }: PictureContent, keys: Keys): string {
  const text = Buffer.from(JSON.stringify([design, language, brand, title, accent, kind ?? null])).toString(
    'base64url',
  );
  return socialPicturePath(`${text}.${keys.code('social-picture', text).toString('base64url')}`);
}

export function contentOfName(name: string, keys: Keys): PictureContent | undefined {
  const [text = '', code = '', ...more] = name.split('.');
  if (more.length > 0 || !keys.matches('social-picture', text, Buffer.from(code, 'base64url'))) return undefined;
  const [madeAs, language, brand, title, accent, kind] = JSON.parse(Buffer.from(text, 'base64url').toString());
  return madeAs === design
    ? content.safeParse({ language, brand, title, accent, kind: kind ?? undefined }).data
    : undefined;
}
