import type { OfferedLanguages } from '../../../domain/settings/contract/languages.ts';

/** What the operator offered when the document was made. */
export function languagesOfDocument(): OfferedLanguages {
  return JSON.parse(document.getElementById('app')?.dataset.languages ?? '') as OfferedLanguages;
}
