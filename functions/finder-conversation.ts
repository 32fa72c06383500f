import { z } from 'zod';
import { categories } from '../domain/items/contract/categories.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { maxProofLength } from '../domain/messages/contract/limits.ts';
import { finderAnswer, inboxMessage } from '../domain/messages/contract/schema.ts';
import * as finder from '../domain/messages/finder-side.ts';
import { challengeOf, releaseMessage } from '../domain/messages/release-message.ts';
import { translationsIn } from '../language/languages.ts';
import { forFinder, type Refusal } from './define.ts';
import { id, idempotencyKey, secret, unguessableKey } from './inputs.ts';
import { overLimit, refused } from './refused.ts';

export const finderConversationFunctions = {
  readFinderConversation: forFinder({
    duringMaintenance: 'as-tag-pages',
    summary:
      'The conversation behind the secret, as the finder sees it, with its newest messages, oldest first; `next` leads to earlier ones. With `since`, the id of a message, only what came after it; `next` then says that there is more between. Reading marks nothing as read.',
    input: pageRequest.extend({ secret, since: id.optional() }),
    output: z.strictObject({
      id: z.string(),
      item: z.strictObject({ id: z.string(), name: z.string(), category: z.enum(categories) }),
      finderName: z.string().nullable(),
      state: z.enum(['open', 'blocked', 'closed']),
      /** Of a tag of the item, when it belongs to somebody else now. */
      newOwner: z.strictObject({ hash: z.string() }).optional(),
      /** When an administrator read it last (ISO 8601). */
      readByOperatorAt: z.string().nullable(),
      /** When a message of it was released, hidden or shown again last (ISO 8601). */
      messagesChangedAt: z.string().nullable(),
      /** What the finder wrote was deleted 90 days after the conversation was closed. */
      wordsExpired: z.boolean(),
      hasWords: z.boolean(),
      messages: z.array(inboxMessage),
      next,
    }),
    run: async ({ conversation }, { secret: _, ...page }, services) => {
      const found = await finder.readAsFinder(conversation, page, services);
      return found === 'bad-message-id' ? refused('no-message.id', { field: 'since' }) : found;
    },
  }),

  markFinderConversationRead: forFinder({
    duringMaintenance: 'as-tag-pages',
    summary: 'Marks the owner’s messages up to `upTo`, the id of the last one that the finder saw, as read.',
    input: z.object({ secret, upTo: id }),
    run: async ({ conversation }, { upTo }, services) =>
      (await finder.markReadAsFinder(conversation, upTo, services)) || refused('no-message.id', { field: 'upTo' }),
  }),

  readChallenge: forFinder({
    duringMaintenance: 'as-tag-pages',
    summary:
      'Work (an ALTCHA challenge, as JSON) that releases a message of this conversation which the limits hold; null when none is held.',
    input: z.object({ secret }),
    output: z.strictObject({ challenge: z.string().nullable() }),
    run: async ({ conversation }, _input, services) => ({
      challenge: await challengeOf(conversation, services),
    }),
  }),

  releaseMessage: forFinder({
    duringMaintenance: 'as-tag-pages',
    summary:
      'Releases a held message by work: `proof` is the JSON of `challenge`, as `readChallenge` gave it, and its `solution`. With work that is wrong, expired or about another conversation, the message stays held.',
    input: z.object({ secret, proof: z.string().max(maxProofLength) }),
    output: z.strictObject({ released: z.boolean() }),
    run: async ({ conversation }, { proof }, services) => ({
      released: await releaseMessage(conversation, proof, services),
    }),
  }),

  answerOwner: forFinder({
    duringMaintenance: 'as-tag-pages',
    countsItself: true,
    sends: true,
    summary:
      'Goes on writing to the owner: words, `details` about where the thing is, `answer` to what the owner asked, or all of them; refused as `superseded` where the owner asked something else after `upTo`. A position is rounded to about a kilometre unless `isExact`. The same `key` with the same words sends it once; what was deleted meanwhile is sent anew, but not by the same `attempt`, a random id. With `isLate` (it waited for more than a day) nothing is sent: refused as `too-old` unless it arrived before. Messages up to `upTo`, the last one that was shown, are read.',
    input: finderAnswer.safeExtend({
      secret,
      key: idempotencyKey,
      attempt: unguessableKey.optional(),
      upTo: id.optional(),
      isLate: z.boolean().default(false),
    }),
    run: async ({ networkKey, conversation, language }, { secret: _, ...words }, services) => {
      const answered = await finder.answerAsFinder(conversation, { ...words, networkKey, language }, services);
      if (answered.state === 'sent') return 'done';
      if (answered.state === 'over-limit') return overLimit({ key: 'error.manyAboutItem' }, answered);
      const tapped = words.answer && translationsIn(language)(`answer.${words.answer}`);
      if (answered.state === 'superseded' && tapped) return refused('superseded', { params: { answer: tapped } });
      if (answered.state === 'too-old') return tooOld(tapped);
      return 'conversation-closed.finder';
    },
  }),
};

export function tooOld(answer?: string): Refusal {
  return answer ? refused('too-old.answer', { params: { answer } }) : refused('too-old');
}
