import type { Translations } from '../../language/create-translations.ts';
import { directionOf, translationsIn } from '../../language/languages.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { finderLanguageOf, restLanguageOf } from '../settings/languages.ts';
import { isFreeOfAddresses } from '../texts/contract/person-name.ts';

/**
 * For a mail to an account: words in the language kept with its profile, else the operator’s default.
 * @param asked the language of the request, where it is the recipient's own; it comes before the default
 */
export async function translationsForAccount(
  trx: Executor,
  uid: string,
  services: Pick<Services, 'settings'>,
  asked: string | null = null,
): Promise<Translations> {
  const profile = await trx.selectFrom('users').select('language').where('uid', '=', uid).executeTakeFirst();
  return translationsForMail(profile?.language ?? asked, services);
}

/** For a mail to the operator: words in the language of the account with this address, if there is one. */
export async function translationsForAddress(trx: Executor, email: string, services: Pick<Services, 'settings'>) {
  const account = await trx
    .selectFrom('users')
    .innerJoin('authUsers', 'authUsers.id', 'uid')
    .select('language')
    .where('authUsers.email', '=', email.toLowerCase())
    .executeTakeFirst();
  return translationsForMail(account?.language ?? null, services);
}

/** In the language itself, or in the operator’s default where it is offered no longer. */
export function translationsForMail(language: string | null, services: Pick<Services, 'settings'>): Translations {
  return translationsIn(restLanguageOf(language, services));
}

/** The same for a mail or notification of which every language has the words. */
export function translationsForFinder(language: string | null, services: Pick<Services, 'settings'>): Translations {
  return translationsIn(finderLanguageOf(language, services));
}

const rightToLeft = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u;

/** What a person wrote, for a sentence in plain text: a name in the other direction does not turn the words around it (<bdi>). */
export function isolated(text: string, { language }: Translations): string {
  const isTurned = rightToLeft.test(text) !== (directionOf(language) === 'rtl');
  return isTurned ? `\u2068${text}\u2069` : text;
}

/** What a stranger typed, for a mail: its reader's program makes links of addresses, so each is left out. */
export function withoutLinks(line: string): string {
  const words = line.split(' ').map((word) => (/[\p{L}@/]/u.test(word) && !isFreeOfAddresses(word) ? '…' : word));
  // What is spread over several words is found only together.
  return isFreeOfAddresses(words.filter((word) => /\p{L}/u.test(word)).join(' ')) ? words.join(' ') : '…';
}
