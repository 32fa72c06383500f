import { readyAnswers, yesOrNo } from '../../domain/messages/contract/ready-replies.ts';
import { Refusal } from '../../functions/define.ts';
import type { Translations } from '../../language/create-translations.ts';

/** What waited on the finder's phone for more than a day is not sent before its writer says that it is still right (decision 018). */
export const isLate = (form: Record<string, string>) => form.late !== undefined;

/** Refuses a sending that is late, when nobody knows whether an earlier try arrived. @returns why it comes back */
export function perhapsSent(form: Record<string, string>, t: Translations): Refusal {
  const answer = answerOf(form);
  const details = { reason: 'too-old' };
  if (!answer) return new Refusal('aborted', { key: 'item.perhapsSent' }, details);
  return new Refusal('aborted', { key: 'item.perhapsSentAnswer', params: { answer: t(`answer.${answer}`) } }, details);
}

export function answerOf({ answer }: Record<string, string>) {
  return [...readyAnswers, ...yesOrNo].find((each) => each === answer);
}
