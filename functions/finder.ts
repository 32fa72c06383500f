import { z } from 'zod';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { finderReport, message, messageText } from '../domain/messages/contract/schema.ts';
import { answerAsFinder, readAsFinder } from '../domain/messages/finder-side.ts';
import { reportFound as report } from '../domain/messages/report-found.ts';
import { orBadCursor } from './bad-cursor.ts';
import { type Caller, defineFunction, Refusal } from './define.ts';
import { secret, sendingKey, unguessableKey } from './inputs.ts';
import { overLimit } from './over-limit.ts';

const blocked = () => new Refusal('aborted', 'The owner has closed this conversation. Nothing was sent.');
const noSuchConversation = () =>
  new Refusal('not-found', 'This link opens no conversation. Scan the tag again to write to the owner.');

export const reportFound = defineFunction({
  name: 'reportFound',
  access: 'anyone',
  duringMaintenance: 'as-tag-pages',
  countsItself: true,
  sends: true,
  summary:
    'Tells the owner of a tag that you found it; answers the secret of the conversation. The same `key` with the same words sends it once.',
  input: finderReport.safeExtend({
    hash: z.string('The hash of a tag is missing.').max(200, 'This is no hash of a tag.'),
    key: unguessableKey,
    secrets: z.array(secret).max(50, 'These are too many secrets.').default([]),
  }),
  output: z.object({ secret: z.string(), held: z.boolean() }),
  run: async (caller, { secrets, ...input }, installation) => {
    const { networkKey, heldReason } = caller;
    const finder = { secrets, sender: senderOf(caller), networkKey, heldReason };
    const reported = await report(finder, input, installation);
    if (reported.state === 'sent') return { secret: reported.secret, held: reported.heldReason !== null };
    if (reported.state === 'over-limit')
      return overLimit('Too many messages about this item came from your network.', reported);
    if (reported.state === 'blocked') return blocked();
    return new Refusal('not-found', 'There is nobody to write to behind this tag.', { reason: reported.state });
  },
});

export const readFoundConversation = defineFunction({
  name: 'readFoundConversation',
  access: 'finder',
  duringMaintenance: 'as-tag-pages',
  summary:
    'The conversation behind the secret, as the finder sees it, with its newest messages, oldest first; `next` leads to earlier ones.',
  input: pageRequest.extend({ secret }),
  output: z.object({
    id: z.string(),
    item: z.object({ id: z.string(), name: z.string(), category: z.string() }),
    finderName: z.string().nullable(),
    state: z.enum(['open', 'blocked', 'closed']),
    messages: z.array(message),
    next,
  }),
  run: async (_caller, { secret, ...input }, installation) =>
    orBadCursor((await readAsFinder(secret, input, installation)) ?? noSuchConversation()),
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
    if (answered.state === 'over-limit') return overLimit('Too many messages were sent about this item.', answered);
    return answered.state === 'unknown' ? noSuchConversation() : blocked();
  },
});

function senderOf({ formNonce, user, networkKey }: Caller): string {
  if (formNonce) return `browser ${formNonce}`;
  return user ? `user ${user.uid}` : `network ${networkKey}`;
}
