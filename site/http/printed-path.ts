import { toItemHash, withoutSentenceMarks } from '../../domain/items/contract/item-hash.ts';
import { readTagCode } from '../../domain/items/contract/tag-code.ts';

const printed = /^\/t\/([^/?#]+)$/i;

/** The tag's hash in an address as it is printed, in any case (`/T/{CODE}`). Empty for another address and for what is no code. */
export function hashOfPrintedPath(path: string): string {
  const code = printed.exec(path)?.[1];
  return code ? toItemHash(readTagCode(decoded(code))) : '';
}

/** Empty for what cannot be decoded. */
function decoded(part: string): string {
  try {
    return withoutSentenceMarks(decodeURIComponent(part));
  } catch {
    return '';
  }
}
