import type { Message } from '../../domain/messages/contract/schema.ts';
import { t } from '../start/words.ts';

export function answerInWords({ answer }: Pick<Message, 'answer'>): string | null {
  return answer && t(`answer.${answer}`);
}

export function excerpt(message: Message): string {
  return [answerInWords(message), message.text].filter(Boolean).join(': ');
}
