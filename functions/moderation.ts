import { pageRequest } from '../domain/lists/contract/schema.ts';
import { readingMinutes } from '../domain/moderation/contract/limits.ts';
import { openedConversation, readingReason } from '../domain/moderation/contract/reading.ts';
import { openConversation, readOpenedConversation } from '../domain/moderation/open-conversation.ts';
import { orBadCursor } from './bad-cursor.ts';
import { defineFunction, Refusal } from './define.ts';
import { byId, done, id } from './inputs.ts';

/** How administrators read what others wrote to each other. */
export const moderationFunctions = [
  defineFunction({
    name: 'openConversationAsAdmin',
    access: 'admin',
    summary: `Opens a private conversation to you for ${readingMinutes} minutes. Its owner is shown the \`reason\`, in the conversation and by email; the finder that it was read. \`about\` is the report, held message or contact request because of which you read it. The same reason while it is open does nothing more.`,
    input: byId.extend(readingReason.shape),
    output: done,
    run: async ({ user }, input, installation) => {
      const opened = await openConversation(user, input, installation);
      if (opened === 'opened') return {};
      if (opened === 'no-conversation')
        return new Refusal('not-found', { key: 'refused.noConversation' }, { reason: opened });
      return new Refusal('aborted', { key: 'moderation.notAboutIt' }, { reason: opened });
    },
  }),

  defineFunction({
    name: 'readConversationAsAdmin',
    access: 'admin',
    summary:
      'The messages of a conversation that you opened with `openConversationAsAdmin`, the newest first page, oldest first within it. Without a reason nothing is told, not even whether there is one.',
    input: pageRequest.extend({ id }),
    output: openedConversation,
    run: async ({ user }, input, installation) => {
      const read = await readOpenedConversation(user, input, installation);
      if (read === 'not-open')
        return new Refusal('aborted', { key: 'moderation.reasonNeeded' }, { reason: 'reason-needed' });
      return orBadCursor(read);
    },
  }),
] as const;
