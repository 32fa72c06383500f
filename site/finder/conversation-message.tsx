import type { ReactNode } from 'react';
import type { Category } from '../../domain/items/contract/categories.ts';
import type { InboxMessage } from '../../domain/messages/contract/schema.ts';
import type { Translations } from '../../language/create-translations.ts';
import { conversationPicturePath, staticPath } from '../../paths/paths.ts';
import { ReadyHint, ReadyWords } from '../../ui/ready-words.tsx';
import { SaidDetails } from '../../ui/said-details.tsx';

type MessageItemProps = {
  message: InboxMessage;
  category: Category;
  secret: string;
  t: Translations;
  isExpired: boolean;
  children: ReactNode;
};

export function MessageItem({ message, category, secret, t, isExpired, children }: MessageItemProps) {
  const { id, author, by, answer, text, language, details, pictureId } = message;
  const { deleted, hidden, sentAt, readByOwner, readByFinder, scam } = message;
  const mine = author === 'finder';
  return (
    <li className={mine ? 'mine' : 'theirs'} data-unseen={readByFinder ? undefined : id}>
      <p className="who">
        {mine && t('conversation.you')}
        {!mine &&
          (by ? t.rich('conversation.forOwner', { name: by, category }) : t('conversation.owner', { category }))}
        {' · '}
        <time dateTime={sentAt}>{shortTime(sentAt, t)}</time>
        {mine && !hidden && !deleted && ` · ${t(readByOwner ? 'conversation.read' : 'conversation.isSent')}`}
      </p>
      {answer && <p className="ready">{t(`answer.${answer}`)}</p>}
      <ReadyWords message={message} className="ready" />
      {text && (
        <p className="said" dir="auto" lang={language ?? undefined}>
          {text}
        </p>
      )}
      {scam && !mine && <p className="alert alert-error">{t(`scam.${scam}`)}</p>}
      {details && <SaidDetails details={details} className="said" />}
      {pictureId && (
        <a href={conversationPicturePath(secret, pictureId, '1600')}>
          <img
            src={conversationPicturePath(secret, pictureId, '320')}
            alt={t('sentPicture.enlarge')}
            width="160"
            height="160"
            loading="lazy"
          />
        </a>
      )}
      {deleted && !hidden && <p className="found-small">{t(isExpired ? 'said.expired' : 'said.deleted')}</p>}
      {hidden && (
        <p>
          {t(`said.${hidden}`)} {mine && <a href={staticPath('contact')}>{t('said.askWhy')}</a>}
        </p>
      )}
      <ReadyHint message={message} className="found-small" />
      {children}
    </li>
  );
}

/** Day and minute in UTC: the server does not know the finder's clock. The page's script puts it right. */
function shortTime(iso: string, t: Translations): string {
  const inUtc = t.date(new Date(iso), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
  return `${inUtc} UTC`;
}
