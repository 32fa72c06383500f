import { toItemHash } from '../../domain/items/contract/item-hash.ts';
import { readTagCode } from '../../domain/items/contract/tag-code.ts';

/** The tag's hash in an address as it is printed, in any case (`/T/{CODE}`). Empty for another address and for what is no code. */
export function hashOfPrintedPath(path: string): string {
  const [, code = ''] = /^\/t\/((?:[\w -]|%20)+)$/i.exec(path) ?? [];
  return toItemHash(readTagCode(code.replaceAll('%20', ' ')));
}
