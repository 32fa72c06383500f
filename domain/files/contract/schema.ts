import { z } from 'zod';
import { textUpTo } from '../../texts/contract/typed-values.ts';
import { maxFileNameLength, pictureSide, smallPictureSide } from './limits.ts';

export const pictureSizes = [String(pictureSide), String(smallPictureSide)] as const;

export const receiptName = textUpTo(maxFileNameLength, 'uploadPage.fileNameTooLong').transform((name) =>
  name.replaceAll(/[\p{Cc}/\\]/gu, ' ').replace(/\.\w{1,5}$/, ''),
);

/** `createdAt` is in ISO 8601. */
export const receipt = z.strictObject({
  id: z.string(),
  name: z.string(),
  type: z.enum(['image/webp', 'application/pdf']),
  bytes: z.number(),
  createdAt: z.string(),
});
export type Receipt = z.infer<typeof receipt>;

export function endingOf(type: Receipt['type']): string {
  return type === 'application/pdf' ? 'pdf' : 'webp';
}
