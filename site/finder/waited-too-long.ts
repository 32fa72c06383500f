import { readyAnswers, yesOrNo } from '../../domain/messages/contract/ready-answers.ts';
import { Refusal } from '../../functions/define.ts';
import type { Words } from '../../language/words.ts';

/**
 * What waited on the finder's phone for more than a day (`late`) is not sent before its writer says that it is still right (decision 018).
 * @returns why it comes back
 */
export function waitedTooLong(form: Record<string, string>, t: Words): Refusal | undefined {
  if (form.late === undefined) return undefined;
  const answer = answerOf(form);
  const details = { reason: 'too-old' };
  if (!answer) return new Refusal('aborted', { key: 'item.waited' }, details);
  return new Refusal('aborted', { key: 'item.waitedAnswer', params: { answer: t(`answer.${answer}`) } }, details);
}

/** What was tapped. */
export function answerOf({ answer }: Record<string, string>) {
  return [...readyAnswers, ...yesOrNo].find((each) => each === answer);
}
