import type { Translations } from '../../language/create-translations.ts';
import type { Executor } from '../../server/db/tables.ts';
import { queueMail } from '../../server/mail/mail-queue.ts';
import type { Services } from '../../server/services.ts';
import { readMailLook } from '../settings/brand.ts';
import { type MailContent, mailBody } from './mail-body.tsx';
import { isolated } from './mail-language.ts';

export type Recipient = {
  purpose: string;
  uid: string | null;
  email: string;
  /** Only of a confirmed address: anybody may have chosen that of another. */
  name?: string | null;
  /** Who wrote what the mail is about: an answer goes there. */
  replyTo?: string | undefined;
  /** The sender's name. */
  fromName?: string | undefined;
};

/** Queues a mail in the transaction of its cause; its paragraphs follow a greeting. */
export async function sendMail(
  trx: Executor,
  { purpose, uid, email, name, replyTo, fromName }: Recipient,
  { subject, ...content }: MailContent & { subject: string },
  t: Translations,
  services: Pick<Services, 'brand' | 'publicUrl'>,
): Promise<void> {
  const greeting = name ? t('mail.hello', { name: isolated(name, t) }) : t('mail.helloNameless');
  const look = await readMailLook(trx, services);
  const body = mailBody({ ...content, paragraphs: [greeting, ...content.paragraphs] }, t.language, look);
  const unsubscribeUrl = content.unsubscribe?.url;
  const to = { name: name ?? '', address: email };
  await queueMail(trx, { purpose, uid, to, subject, unsubscribeUrl, replyTo, fromName, ...body });
}
