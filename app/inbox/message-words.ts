import type { HeldReason, Message } from '../../domain/messages/contract/schema.ts';
import { t } from '../start/words.ts';

export function answerInWords({ answer }: Pick<Message, 'answer'>): string | null {
  return answer && t(`answer.${answer}`);
}

/** One line for the list of conversations. */
export function excerpt(message: Message): string {
  return [answerInWords(message), message.text].filter(Boolean).join(': ');
}

const held: Record<HeldReason, string> = {
  'too-quick': 'sent unusually fast',
  'too-many': 'sent unusually often',
  'no-form': 'sent without our form',
};

export function heldInWords(reason: HeldReason): string {
  return `Held: ${held[reason]}. Judge for yourself.`;
}
