import type { Services } from '../../server/services.ts';
import type { Owner } from '../items/items.ts';
import { restLanguageOf } from '../settings/languages.ts';
import { faceOf } from './draw-label.ts';
import { type Letters, lettersOf } from './draw-tag.ts';
import { sheetOf, tooSmallFor } from './label-templates.ts';
import { type NotPrinted, namelessTags } from './print-tags.ts';
import { createTypesetter } from './typeset.ts';

/** Codes are about as wide as each other. */
const sampleCode = '8q2wn3v7k5d1m9xa';

/** What would stand in letters under the codes of a sheet, before anything is chosen. */
export async function checkSheet(
  owner: Owner & { language: string },
  asked: string,
  services: Services,
): Promise<{ letters: Letters } | NotPrinted> {
  const sheet = await sheetOf(owner, asked, services);
  if (!sheet) return { refused: 'no-sheet' };
  const tooSmall = tooSmallFor(services.publicUrl, sheet);
  if (tooSmall) return tooSmall;
  const [tag] = namelessTags([sampleCode], restLanguageOf(owner.language, services), services);
  if (!tag) throw new Error('a code gave no tag');
  return { letters: lettersOf(tag, createTypesetter(), faceOf(sheet)) };
}
