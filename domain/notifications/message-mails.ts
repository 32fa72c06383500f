import { sql } from 'kysely';
import type { Words } from '../../language/words.ts';
import { inboxPath, threadPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { readBrand } from '../settings/brand.ts';
import { markConversationAnnounced } from './held-mails.ts';
import { isolated, wordsForMail } from './mail-language.ts';
import { quoteMessage, warningsAbout } from './quote-message.ts';
import type { Reader } from './readers.ts';
import { sendMail } from './send-mail.ts';
import type { UnreadMessage } from './unread-messages.ts';
import { unsubscribeFrom } from './unsubscribe.ts';

const mostQuoted = 5;
const mostNamed = 10;

/** Mails the account about one message, or about several together. */
export async function mailMessages(
  trx: Executor,
  reader: Reader,
  messages: UnreadMessage[],
  installation: Installation,
): Promise<void> {
  const { uid, email, displayName: name } = reader;
  const conversations = new Map(messages.map(({ conversation }) => [conversation.id, conversation]));
  for (const conversation of conversations.values())
    if (conversation.ownerId === uid) await markConversationAnnounced(trx, conversation);
  const t = wordsForMail(reader.language, installation);
  const { productName: product } = await readBrand(trx, installation);
  const { publicUrl: site } = installation;
  const [only] = conversations.size === 1 ? conversations.keys() : [];
  const isOwner = [...conversations.values()].some(({ ownerId }) => ownerId === uid);
  const quotes = only !== undefined && reader.isConfirmed === true && installation.mailQuotesFinders;
  const items = new Set(messages.map(({ item }) => item.id));
  const content =
    items.size === 1 ? aboutOne(messages, { t, product, quotes }) : aboutSeveral(messages, { t, product });
  const mail = {
    ...content,
    action: { label: content.action, url: site + (only ? threadPath(only) : inboxPath()) },
    ...endOfMail({ uid, isOwner }, installation, t),
  };
  await sendMail(trx, { purpose: only ? purposeOf(only) : 'new-messages', uid, email, name }, mail, t, installation);
}

export const purposeOf = (conversationId: string) => `new-message ${conversationId}`;

/** Why the account gets mails about messages, and how it gets none. */
export function endOfMail(
  { uid, isOwner }: { uid: string; isOwner: boolean },
  installation: Pick<Installation, 'keys' | 'publicUrl'>,
  t: Words,
) {
  const site = installation.publicUrl;
  const footnote = t(isOwner ? 'mailNewMessage.footnote' : 'mailNewMessage.footnoteShared', { site });
  return { footnote, unsubscribe: unsubscribeFrom(uid, installation, t) };
}

/** When the account was mailed about messages in the last day, newest first. */
export async function readTimesOfMails(trx: Executor, uid: string): Promise<Date[]> {
  const rows = await trx
    .selectFrom('outgoingMails')
    .select('createdAt')
    .where('uid', '=', uid)
    .where('createdAt', '>', sql<Date>`now() - interval '1 day'`)
    .where('purpose', 'like', 'new-message%')
    .orderBy('createdAt', 'desc')
    .execute();
  return rows.map(({ createdAt }) => createdAt);
}

type Saying = { t: Words; product: string };

function aboutOne(messages: UnreadMessage[], { t, product, quotes }: Saying & { quotes: boolean }) {
  const item = nameOf(messages, t);
  const count = messages.length;
  const said = quotes ? messages.map(({ message }) => ({ message, quote: quoteMessage(message, t) })) : [];
  const last = said.filter(({ quote }) => quote).slice(-mostQuoted);
  const quoted = last.map(({ quote }) => quote).join('\n');
  const warnings = warningsAbout(
    last.map(({ message }) => message),
    t,
  );
  if (count === 1)
    return {
      subject: t('mailNewMessage.subject', { item }),
      action: t('mailNewMessage.action'),
      paragraphs: quoted
        ? [t('mailNewMessage.wrote', { item }), quoted, ...warnings, t('mailNewMessage.readWhole', { product })]
        : [t('mailNewMessage.text', { item, product })],
    };
  return {
    subject: t('mailNewMessages.subject', { item, count }),
    action: t('mailNewMessages.action'),
    paragraphs: quoted
      ? [t('mailNewMessages.wrote', { item, count }), quoted, ...warnings, t('mailNewMessage.readWhole', { product })]
      : [t('mailNewMessages.text', { item, count, product })],
  };
}

function aboutSeveral(messages: UnreadMessage[], { t, product }: Saying) {
  const count = messages.length;
  const byItem = Map.groupBy(messages, ({ item }) => item.id);
  const about = [...byItem.values()].map((some) =>
    t('mailHeldMessages.about', { count: some.length, item: nameOf(some, t) }),
  );
  const list = new Intl.ListFormat(t.language, { type: 'unit', style: 'short' }).format(about.slice(0, mostNamed));
  const text = about.length > mostNamed ? 'mailNewMessages.severalOfSome' : 'mailNewMessages.several';
  return {
    subject: t('mailNewMessages.severalSubject', { count }),
    action: t('mailNewMessages.action'),
    paragraphs: [t(text, { count, list, product })],
  };
}

function nameOf([first]: UnreadMessage[], t: Words): string {
  return isolated((first?.item.name ?? '').replace(/\s+/g, ' '), t);
}
