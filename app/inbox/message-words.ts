import type { HeldReason, Message, readyAnswers } from '../../domain/messages/schema.ts';

/** The same words as in the schema, which the compiler checks; importing them would bring 20 kB of validation along. */
const answers: typeof readyAnswers = {
  have: 'I have it',
  'handed-in': 'I handed it in',
  'saw-here': 'I saw it here',
};

export function answerInWords({ answer }: Pick<Message, 'answer'>): string | null {
  return answer && answers[answer];
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
