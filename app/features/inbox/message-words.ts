import type { InboxMessage, Message } from '../../../domain/messages/contract/schema.ts';
import { translations } from '../../core/document/app-translations.ts';

export function answerInWords({ answer }: Pick<Message, 'answer'>): string | null {
  return answer && translations()(`answer.${answer}`);
}

export function writerOf({ by }: InboxMessage): string | undefined {
  return by === '' ? translations()('thread.formerMember') : by;
}

export function excerpt(message: Message, isExpired: boolean): string {
  const { text, details, pictureId, deleted, hidden, reply, meeting } = message;
  if (hidden) return translations()(`said.${hidden}`);
  if (deleted) return translations()(isExpired ? 'said.expired' : 'said.deleted');
  const ready = meeting ? translations()('meeting.ask') : reply && translations()(`reply.${reply}`);
  const said = [answerInWords(message), ready, text || details?.place].filter(Boolean).join(': ');
  if (said) return said;
  if (isWordless(message)) return translations()('thread.wordless');
  return pictureId ? translations()('thread.picture') : translations()('thread.position');
}

/** Only imported messages are without words, which were deleted before. */
export function isWordless(message: Omit<Message, 'scam'>): boolean {
  const { text, answer, details, pictureId, deleted, hidden, reply, meeting } = message;
  return !(text || answer || details || pictureId || deleted || hidden || reply || meeting);
}
