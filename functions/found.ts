import { z } from 'zod';
import { answerAsFinder, readAsFinder } from '../domain/messages/finder-side.ts';
import { reportFound as report } from '../domain/messages/report-found.ts';
import { finderReport, type HeldReason, message, messageText } from '../domain/messages/schema.ts';
import type { Installation } from '../server/installation.ts';
import { type Caller, defineFunction, Refusal } from './define.ts';
import { secret, sendingKey } from './inputs.ts';

const blocked = () => new Refusal('aborted', 'The owner has closed this conversation. Nothing was sent.');
const noSuchConversation = () =>
  new Refusal('not-found', 'This link opens no conversation. Scan the tag again to write to the owner.');

export const reportFound = defineFunction({
  name: 'reportFound',
  access: 'anyone',
  duringMaintenance: 'as-tag-pages',
  summary:
    'Tells the owner of a tag that you found it; answers the secret of the conversation. The same `key` sends it once.',
  input: finderReport.safeExtend({
    hash: z.string('The hash of a tag is missing.').max(200, 'This is no hash of a tag.'),
    key: sendingKey,
    secrets: z.array(secret).max(50, 'These are too many secrets.').default([]),
  }),
  output: z.object({ secret: z.string(), held: z.boolean() }),
  run: async (caller, { secrets, ...input }, installation) => {
    const allowance = await takeAllowance(caller, installation);
    if (allowance instanceof Refusal) return allowance;
    const reported = await report({ secrets, heldReason: allowance.heldReason }, input, installation);
    if (reported.state === 'sent') return { secret: reported.secret, held: reported.heldReason !== null };
    if (reported.state === 'blocked') return blocked();
    return new Refusal('not-found', 'There is nobody to write to behind this tag.', { reason: reported.state });
  },
});

export const readFoundConversation = defineFunction({
  name: 'readFoundConversation',
  access: 'finder',
  duringMaintenance: 'as-tag-pages',
  summary: 'The conversation behind the secret, as the finder sees it.',
  input: z.object({ secret }),
  output: z.object({
    id: z.string(),
    item: z.object({ id: z.string(), name: z.string(), category: z.string() }),
    finderName: z.string().nullable(),
    state: z.enum(['open', 'blocked', 'closed']),
    messages: z.array(message),
  }),
  run: async (_caller, input, installation) => (await readAsFinder(input.secret, installation)) ?? noSuchConversation(),
});

export const answerOwner = defineFunction({
  name: 'answerOwner',
  access: 'finder',
  duringMaintenance: 'as-tag-pages',
  summary: 'Goes on writing to the owner. The same `key` sends it once.',
  input: z.object({ secret, key: sendingKey, text: messageText }),
  output: z.object({}),
  run: async (caller, input, installation) => {
    // Who holds the secret wrote here before: neither a missing form cookie nor haste counts against them.
    const allowance = await takeAllowance({ ...caller, heldReason: undefined }, installation);
    if (allowance instanceof Refusal) return allowance;
    const outcome = await answerAsFinder({ ...input, heldReason: allowance.heldReason }, installation);
    if (outcome === 'sent') return {};
    return outcome === 'unknown' ? noSuchConversation() : blocked();
  },
});

/** Over the limit a message is held, not lost; only a flood is turned away. */
async function takeAllowance(caller: Caller, { limits }: Installation): Promise<Refusal | { heldReason?: HeldReason }> {
  const flood = await limits.take('finder-flood', caller.place);
  if (!flood.allowed) {
    const minutes = Math.ceil(flood.retryAfter / 60);
    const message = `Too many messages came from your network. Nothing was sent; please try again in ${minutes} minutes.`;
    return new Refusal('resource-exhausted', message, { retryAfter: flood.retryAfter });
  }
  const direct = await limits.take('finder-message', caller.place);
  if (!direct.allowed) return { heldReason: 'too-many' };
  return caller.heldReason ? { heldReason: caller.heldReason } : {};
}
