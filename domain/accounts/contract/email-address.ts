import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';
import { maxEmailLength } from '../../texts/contract/limits.ts';

/** What browsers take in a field for an address (HTML), with a dot in the domain. */
const pattern =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/;

/** What comes along when an address is copied. */
const unseen = /[^\P{Default_Ignorable_Code_Point}\u200c-\u200d]/gu;
/** Within letters of some scripts they are a part of the domain. */
const joiners = /[\u200c-\u200d]/g;

/** In small letters, the domain as mail servers know it: “kim@Müller.example” is “kim@xn--mller-kva.example”. */
export const emailAddress = z
  .string('error.notAnEmail' satisfies PlainKey)
  .meta({ format: 'email' })
  .transform((typed) => withPlainDomain(withoutUnseen(typed).normalize('NFKC').trim()).toLowerCase())
  .pipe(
    z
      .string()
      .max(maxEmailLength, 'error.notAnEmail' satisfies PlainKey)
      .regex(pattern, 'error.notAnEmail' satisfies PlainKey),
  );

function withoutUnseen(typed: string): string {
  const seen = typed.replace(unseen, '');
  const joined = seen.replace(joiners, '');
  return /[^\p{ASCII}]/u.test(joined.normalize('NFKC')) ? seen : joined;
}

function withPlainDomain(address: string): string {
  const at = address.lastIndexOf('@');
  const domain = address.slice(at + 1);
  if (at < 0 || !/[^\p{ASCII}]/u.test(domain) || !/^[\p{L}\p{M}\p{N}\u200c-\u200d.。-]+$/u.test(domain)) return address;
  try {
    return address.slice(0, at + 1) + new URL(`https://${domain}`).hostname;
  } catch {
    return address;
  }
}
