import { type Scheme, schemeNamed } from '../../../domain/settings/contract/accent.ts';

/** The scheme that this device was told to show. */
export function schemeOfDocument(): Scheme | undefined {
  return schemeNamed(document.getElementById('app')?.dataset.scheme);
}
