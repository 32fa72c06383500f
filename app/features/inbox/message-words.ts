import type { InboxMessage, Message } from '../../../domain/messages/contract/schema.ts';
import { t } from '../../core/document/app-translations.ts';

export function answerInWords({ answer }: Pick<Message, 'answer'>): string | null {
  return answer && t(`answer.${answer}`);
}

export function writerOf({ by }: InboxMessage): string | undefined {
  return by === '' ? t('thread.formerMember') : by;
}

export function excerpt(message: Message, isExpired: boolean): string {
  const { text, details, pictureId, deleted, hidden, reply, meeting } = message;
  if (hidden) return t(`said.${hidden}`);
  if (deleted) return t(isExpired ? 'said.expired' : 'said.deleted');
  const ready = meeting ? t('meeting.ask') : reply && t(`reply.${reply}`);
  const said = [answerInWords(message), ready, text || details?.place].filter(Boolean).join(': ');
  if (said) return said;
  if (isWordless(message)) return t('thread.wordless');
  return pictureId ? t('thread.picture') : t('thread.position');
}

/** Only imported messages are without words, which were deleted before. */
export function isWordless(message: Omit<Message, 'scam'>): boolean {
  const { text, answer, details, pictureId, deleted, hidden, reply, meeting } = message;
  return !(text || answer || details || pictureId || deleted || hidden || reply || meeting);
}
