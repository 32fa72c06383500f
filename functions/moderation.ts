import { z } from 'zod';
import { answer } from '../domain/contact/contract/schema.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import {
  closeConversation,
  openConversation,
  readOpenedConversation,
} from '../domain/moderation/administer-conversation.ts';
import { setNetworkBlocked } from '../domain/moderation/blocked-networks.ts';
import { hiddenDays, readingMinutes } from '../domain/moderation/contract/limits.ts';
import {
  heldMessage,
  heldMessagesRequest,
  openedConversation,
  readingReason,
} from '../domain/moderation/contract/reading.ts';
import { countDismissed, listHeldMessages, releaseHeldMessage } from '../domain/moderation/held-messages.ts';
import { dismissHeldMessage, hideMessage, unhideMessage } from '../domain/moderation/hide-message.ts';
import { answerTold } from '../domain/moderation/settle.ts';
import { forAdmin } from './define.ts';
import { byId, id, idempotencyKey } from './inputs.ts';
import { unlessSettledBefore } from './today.ts';

export const moderationFunctions = {
  openConversationAsAdmin: forAdmin({
    fresh: true,
    summary: `Opens a private conversation to you for ${readingMinutes} minutes. Its owner is shown the \`reason\`, in the conversation and by email; the finder that it was read. \`about\` is the report, held message or contact request because of which you read it. The same reason while it is open does nothing more.`,
    input: byId.extend(readingReason.shape),
    run: ({ user }, input, services) => openConversation(user, input, services),
  }),

  closeConversationAsAdmin: forAdmin({
    summary:
      'Closes a conversation because of what it is `about`, which is settled by it. Its owner is told by email, and the finder who left an address. Closing it again tells nobody.',
    input: byId.extend({ about: readingReason.shape.about }),
    run: async ({ user }, input, services) => unlessSettledBefore(await closeConversation(user, input, services)),
  }),

  listHeldMessages: forAdmin({
    summary:
      'The messages that are held and that their owners did not read, the newest first. Their words are read only with a reason. `search`: the address or uid of an owner, or the id of a conversation. `dismissed`: how many were not delivered, 1,000 at most.',
    input: heldMessagesRequest,
    output: z.strictObject({ rows: z.array(heldMessage), dismissed: z.int(), next }),
    run: async (_caller, request, services) => {
      const page = await listHeldMessages(request, services);
      return page === 'bad-cursor' ? page : { ...page, dismissed: await countDismissed(services) };
    },
  }),

  releaseHeldMessage: forAdmin({
    summary: 'Lets a held message through: its owner is told of it as of any other.',
    input: byId,
    run: ({ user }, input, services) => releaseHeldMessage(user, input, services),
  }),

  dismissHeldMessage: forAdmin({
    summary:
      'Decides that a held message is never delivered: its owner is not told of it, and the finder reads at the private link that it was not delivered. Refused when it was let through or read meanwhile.',
    input: byId,
    run: ({ user }, input, services) => dismissHeldMessage(user, input, services),
  }),

  hideMessage: forAdmin({
    summary: `Hides a message of a conversation that you opened with \`openConversationAsAdmin\`: both sides read that it is hidden, and its author where to ask why. Its words are kept for administrators for ${hiddenDays} days.`,
    input: byId,
    run: ({ user }, input, services) => hideMessage(user, input, services),
  }),

  unhideMessage: forAdmin({
    summary: `Shows a hidden message again, in a conversation that you opened with \`openConversationAsAdmin\`; one that was not delivered is held again. Refused when its words are deleted, after ${hiddenDays} days.`,
    input: byId,
    run: ({ user }, input, services) => unhideMessage(user, input, services),
  }),

  setNetworkBlocked: forAdmin({
    summary:
      'Lets nobody of the network from which a conversation was begun today begin another one, until midnight UTC, or lets them again. Conversations that there are go on. Networks are known for one day only, so it cannot last longer, and is refused for a conversation of an earlier day. `about` as of `openConversationAsAdmin`.',
    input: byId.extend({ about: readingReason.shape.about, blocked: z.boolean() }),
    run: ({ user }, input, services) => setNetworkBlocked(user, input, services),
  }),

  answerTold: forAdmin({
    sends: true,
    summary:
      'Answers a report of a conversation or a contact request by email, in the language of who wrote it, with what they wrote. It is settled by it. The same `key` answers once.',
    input: byId.extend({ ...answer.shape, key: idempotencyKey }),
    run: ({ user }, input, services) => answerTold(user, input, services),
  }),

  readConversationAsAdmin: forAdmin({
    summary:
      'The messages of a conversation that you opened with `openConversationAsAdmin`, the newest first page, oldest first within it. Without a reason nothing is told, not even whether there is one.',
    input: pageRequest.extend({ id }),
    output: openedConversation,
    run: ({ user }, input, services) => readOpenedConversation(user, input, services),
  }),
};
