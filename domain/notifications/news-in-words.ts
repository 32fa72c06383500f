import type { Translations } from '../../language/create-translations.ts';
import { isolated } from '../mails/mail-language.ts';
import type { UnreadNews } from './unread-news.ts';

const mostNamed = 10;

/** One line, as the subject of a mail or the text of a notification. */
export function subjectOf(
  { count, items: [first, ...others], possiblyAutomatic }: UnreadNews,
  t: Translations,
): string {
  const item = itemInWords(first?.name ?? '', t);
  const one = count === 1 ? t('mailNewMessage.subject', { item }) : t('mailNewMessages.subject', { item, count });
  const subject = others.length > 0 ? t('mailNewMessages.severalSubject', { count }) : one;
  return possiblyAutomatic ? t('mailHeldMessages.subject', { subject }) : subject;
}

/** How many messages there are about which item; of at most ten items. */
export function listItems({ items }: UnreadNews, t: Translations): { list: string; isWhole: boolean } {
  const about = items
    .slice(0, mostNamed)
    .map(({ name, count }) => t('mailHeldMessages.about', { count, item: itemInWords(name, t) }));
  const list = new Intl.ListFormat(t.language, { type: 'unit', style: 'short' }).format(about);
  return { list, isWhole: items.length <= mostNamed };
}

export function itemInWords(name: string, t: Translations): string {
  return isolated(name.replace(/\s+/g, ' '), t);
}
