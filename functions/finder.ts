import { z } from 'zod';
import { finderReport, message, messageText } from '../domain/messages/contract/schema.ts';
import { answerAsFinder, readAsFinder } from '../domain/messages/finder-side.ts';
import { reportFound as report } from '../domain/messages/report-found.ts';
import type { PlainKey } from '../language/words.ts';
import { type Caller, defineFunction, Refusal } from './define.ts';
import { secret, sendingKey, unguessableKey } from './inputs.ts';
import { overLimit } from './over-limit.ts';

const blocked = () => new Refusal('aborted', { key: 'error.conversationClosed' }, { reason: 'conversation-closed' });
const noSuchConversation = () =>
  new Refusal('not-found', { key: 'error.noConversation' }, { reason: 'no-conversation' });

export const reportFound = defineFunction({
  name: 'reportFound',
  access: 'anyone',
  duringMaintenance: 'as-tag-pages',
  countsItself: true,
  sends: true,
  summary:
    'Tells the owner of a tag that you found it; answers the secret of the conversation. The same `key` with the same words sends it once.',
  input: finderReport.safeExtend({
    hash: z.string('error.hashMissing' satisfies PlainKey).max(200, 'error.notAHash' satisfies PlainKey),
    key: unguessableKey,
    secrets: z
      .array(secret)
      .max(50, 'error.tooManySecrets' satisfies PlainKey)
      .default([]),
  }),
  output: z.object({ secret: z.string(), held: z.boolean() }),
  run: async (caller, { secrets, ...input }, installation) => {
    const { networkKey, heldReason, language } = caller;
    const finder = { secrets, sender: senderOf(caller), networkKey, heldReason, language };
    const reported = await report(finder, input, installation);
    if (reported.state === 'sent') return { secret: reported.secret, held: reported.heldReason !== null };
    if (reported.state === 'over-limit') return overLimit({ key: 'error.manyFromNetwork' }, reported);
    if (reported.state === 'blocked') return blocked();
    return new Refusal('not-found', { key: 'error.nobodyThere' }, { reason: reported.state });
  },
});

export const readFoundConversation = defineFunction({
  name: 'readFoundConversation',
  access: 'finder',
  duringMaintenance: 'as-tag-pages',
  summary: 'The conversation behind the secret, as the finder sees it, with its newest 200 messages.',
  input: z.object({ secret }),
  output: z.object({
    id: z.string(),
    item: z.object({ id: z.string(), name: z.string(), category: z.string() }),
    finderName: z.string().nullable(),
    state: z.enum(['open', 'blocked', 'closed']),
    messages: z.array(message),
    earlier: z.literal(true).optional(),
  }),
  run: async (_caller, input, installation) => (await readAsFinder(input.secret, installation)) ?? noSuchConversation(),
});

export const answerOwner = defineFunction({
  name: 'answerOwner',
  access: 'finder',
  duringMaintenance: 'as-tag-pages',
  countsItself: true,
  sends: true,
  summary: 'Goes on writing to the owner. The same `key` sends it once.',
  input: z.object({ secret, key: sendingKey, text: messageText }),
  output: z.object({}),
  run: async ({ networkKey }, input, installation) => {
    const answered = await answerAsFinder({ ...input, networkKey }, installation);
    if (answered.state === 'sent') return {};
    if (answered.state === 'over-limit') return overLimit({ key: 'error.manyAboutItem' }, answered);
    return answered.state === 'unknown' ? noSuchConversation() : blocked();
  },
});

function senderOf({ formNonce, user, networkKey }: Caller): string {
  if (formNonce) return `browser ${formNonce}`;
  return user ? `user ${user.uid}` : `network ${networkKey}`;
}
