import { directionOf, wordsIn } from '../../language/languages.ts';
import type { Words } from '../../language/words.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { uidOf } from '../accounts/account-rows.ts';
import { readBrand } from '../settings/brand.ts';
import { isFreeOfAddresses } from '../settings/contract/person-name.ts';
import { finderLanguageOf, restLanguageOf } from '../settings/languages.ts';

/**
 * For a mail to an account: words in the language kept with its profile, else the operator’s default; the product's name and address.
 * @param asked the language of the request, where it is the recipient's own; it comes before the default
 */
export async function wordsForAccount(
  trx: Executor,
  uid: string,
  services: Pick<Services, 'brand' | 'publicUrl' | 'settings'>,
  asked: string | null = null,
) {
  const { productName } = await readBrand(trx, services);
  const profile = await trx.selectFrom('users').select('language').where('uid', '=', uid).executeTakeFirst();
  const t = wordsForMail(profile?.language ?? asked, services);
  return { t, product: productName, publicUrl: services.publicUrl };
}

/** For a mail to the operator: words in the language of the account with this address, if there is one. */
export async function wordsForAddress(
  trx: Executor,
  email: string,
  services: Pick<Services, 'settings'>,
): Promise<Words> {
  const account = trx.selectFrom('users').select('language').where('uid', '=', uidOf(email, trx));
  return wordsForMail((await account.executeTakeFirst())?.language ?? null, services);
}

/** In the language itself, or in the operator’s default where it is offered no longer. */
export function wordsForMail(language: string | null, services: Pick<Services, 'settings'>): Words {
  return wordsIn(restLanguageOf(language, services));
}

/** The same for a mail or notification of which every language has the words. */
export function wordsForFinder(language: string | null, services: Pick<Services, 'settings'>): Words {
  return wordsIn(finderLanguageOf(language, services));
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** What a person wrote, for a sentence in plain text: a name in the other direction does not turn the words around it (<bdi>). */
export function isolated(text: string, { language }: Words): string {
  const isTurned = rightToLeft.test(text) !== (directionOf(language) === 'rtl');
  return isTurned ? `\u2068${text}\u2069` : text;
}

/** What a stranger typed, for a mail: its reader's program makes links of addresses, so each is left out. */
export function withoutLinks(line: string): string {
  const words = line.split(' ').map((word) => (/[\p{L}@/]/u.test(word) && !isFreeOfAddresses(word) ? '…' : word));
  // What is spread over several words is found only together.
  return isFreeOfAddresses(words.filter((word) => /\p{L}/u.test(word)).join(' ')) ? words.join(' ') : '…';
}
