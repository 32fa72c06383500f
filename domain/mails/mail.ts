import type { MessageDescriptor, PlainKey, Translations } from '../../language/create-translations.ts';
import type { Messages } from '../../language/keys.ts';
import type { Executor } from '../../server/db/tables.ts';
import { queueMail } from '../../server/mail/mail-queue.ts';
import type { Services } from '../../server/services.ts';
import { readBrand } from '../settings/brand.ts';
import { type MailContent, type MailReader, mailBody } from './mail-body.tsx';

/** Tells somebody of what happened, in its transaction. */
export type Tell<About> = (trx: Executor, about: About, services: Services) => Promise<void>;

/** Sends a mail that nothing else is stored with, in a transaction of its own. */
export function mailOnly<About>(tell: Tell<About>, about: About, services: Services): Promise<void> {
  return services.events.transaction((trx) => tell(trx, about, services));
}

export function both<First, Second>(first: Tell<First>, second: Tell<Second>): Tell<First & Second> {
  return async (trx, about, services) => {
    await first(trx, about, services);
    await second(trx, about, services);
  };
}

export type Addressee = MailReader & {
  uid: string | null;
  email: string;
  /** Who wrote what the mail is about: an answer goes there. */
  replyTo?: string | undefined;
  /** Other than the product's name. */
  fromName?: string | undefined;
};
type FindAddressees<About> = (
  trx: Executor,
  about: About,
  services: Services,
) => Promise<Addressee | Addressee[] | undefined>;

export type Letter = { t: Translations; product: string; site: string; says: Says; trx: Executor; services: Services };
type Parts = MailContent & { purpose?: string };

/** One mail: its purpose, who gets it, and what it says. */
export function mail<To, Said = unknown>(
  purpose: string,
  to: FindAddressees<To>,
  parts: (letter: Letter, about: NoInfer<To> & Said) => Parts | Promise<Parts>,
): Tell<To & Said> {
  return async (trx, about, services) => {
    const brand = await readBrand(trx, services);
    const product = brand.productName;
    for (const { t, uid, email, name, replyTo, fromName = product } of [
      (await to(trx, about, services)) ?? [],
    ].flat()) {
      const named = { product, site: services.publicUrl };
      const letter = { t, ...named, says: sayIn(t, named), trx, services };
      const content = { purpose, ...(await parts(letter, about)) };
      const mailed = { purpose: content.purpose, uid, subject: content.subject, replyTo, fromName };
      const unsubscribeUrl = content.unsubscribe?.url;
      const to = { name: name ?? '', address: email };
      await queueMail(trx, { ...mailed, to, unsubscribeUrl, ...mailBody(content, { t, name }, brand) });
    }
  };
}

type Says = <A extends Area>(area: A, said: Said<A>) => Parts;
type Own = Partial<Omit<Parts, 'action' | 'purpose'>> & { link?: string; label?: string };
type Area = { [K in PlainKey]: K extends `mail${infer A}.${string}` ? `mail${A}` : never }[PlainKey];
type Params<K> = K extends keyof Messages ? (Messages[K] extends { params: infer P } ? P : unknown) : unknown;
type Said<A extends Area> = Own &
  Partial<Omit<Params<`${A}.subject`> & Params<`${A}.text`> & Params<`${A}.footnote`>, keyof Own | 'product' | 'site'>>;

function sayIn(t: Translations, named: { product: string; site: string }): Says {
  const says = (area: string, { link, label, enclosed, unsubscribe, ...own }: Own): Parts => {
    const text = (key: string) =>
      t.say({ key: `${area}.${key}`, params: { ...named, ...own } } as unknown as MessageDescriptor);
    const { subject = text('subject'), paragraphs = [text('text')], footnote = text('footnote') } = own;
    const url = link?.startsWith('/') ? named.site + link : link;
    return {
      subject,
      paragraphs,
      footnote,
      ...(url && { action: { label: label ?? text('action'), url } }),
      ...(enclosed && { enclosed }),
      ...(unsubscribe && { unsubscribe }),
    };
  };
  return says as unknown as Says;
}
