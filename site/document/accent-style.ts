import { accentOf, isOwnAccent } from '../../domain/settings/contract/accent.ts';
import type { Brand } from '../../ui/brand.ts';

/** What a document’s style ends with where the accent colour is not ours; stronger than the same in the app’s files. */
export function accentStyle(brand: Pick<Brand, 'accent' | 'accentDark'>): string {
  const accent = accentOf(brand);
  if (isOwnAccent(accent)) return '';
  return `html:root{--home:${accent.light}}@media(prefers-color-scheme:dark){html:root{--home:${accent.dark}}}`;
}
