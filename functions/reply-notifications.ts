import { z } from 'zod';
import { emailAddress } from '../domain/accounts/contract/email-address.ts';
import { takeMail } from '../domain/accounts/mail-allowance.ts';
import { pushSubscription } from '../domain/notifications/contract/settings.ts';
import * as contacts from '../domain/notifications/reply-contacts.ts';
import { startAnswerClock } from '../server/http/answer-time.ts';
import type { Services } from '../server/services.ts';
import { forFinder, type Refusal } from './define.ts';
import { secret } from './inputs.ts';
import { refused, tooManyMails, tooManyRequests } from './refused.ts';

const ofConversation = z.object({ secret });
const code = z.string().max(100).default('');

export const replyNotificationFunctions = {
  readReplyNotifications: forFinder({
    duringMaintenance: 'as-tag-pages',
    summary:
      'Whether the finder is told of replies by mail (`asked`: `unconfirmedAddress` is not confirmed yet; a confirmed one is never given out), the public key for a browser’s PushSubscription, and of each browser that is notified the SHA-256 of its endpoint, in hex.',
    input: ofConversation,
    output: z.strictObject({
      mail: z.enum(['off', 'asked', 'on']),
      unconfirmedAddress: z.string().nullable(),
      pushKey: z.string(),
      phones: z.array(z.string()),
    }),
    run: ({ conversation }, _input, services) => contacts.readReplyNotifications(conversation, services),
  }),

  askReplyMails: forFinder({
    duringMaintenance: 'as-tag-pages',
    countsItself: true,
    summary:
      'Mails an address once, with a link that confirms it: from then on a mail tells it of replies, without their words. It takes the place of an earlier address; at most 3 times a day. The same answer for every address.',
    input: ofConversation.extend({ email: emailAddress }),
    run: async ({ conversation, networkKey, language }, { email }, services) => {
      const refusal = await takeFindersMail({ conversation, networkKey }, email, services);
      if (refusal) return refusal;
      const answerTime = startAnswerClock();
      const isOpen = await contacts.askReplyMails(conversation, { address: email, language }, services);
      await answerTime();
      return isOpen || 'conversation-closed.finder';
    },
  }),

  confirmReplyMails: forFinder({
    duringMaintenance: 'as-tag-pages',
    summary: 'Confirms the address, by the code of the mail to it.',
    input: ofConversation.extend({ code }),
    run: async ({ conversation }, { code }, services) =>
      (await contacts.confirmReplyMails(conversation, code, services)) || 'no-code',
  }),

  endReplyMails: forFinder({
    duringMaintenance: 'as-tag-pages',
    summary: 'Ends the mails about replies, and deletes the address.',
    input: ofConversation,
    run: ({ conversation }, _input, services) => contacts.endReplyMails(conversation, services),
  }),

  addReplyDevice: forFinder({
    duringMaintenance: 'as-tag-pages',
    summary:
      'Notifies the finder of replies on a browser from now on, without their words: endpoint and keys of its PushSubscription, made with `pushKey` of `readReplyNotifications`. Five browsers at most, the newest.',
    input: ofConversation.extend(pushSubscription.shape),
    run: async ({ conversation, language }, { secret: _, ...subscription }, services) => {
      const added = await contacts.addReplyDevice(conversation, { ...subscription, language }, services);
      if (added === 'added') return 'done';
      if (added === 'closed') return 'conversation-closed.finder';
      return refused('not-a-subscription', { field: 'endpoint' });
    },
  }),

  removeReplyDevice: forFinder({
    duringMaintenance: 'as-tag-pages',
    summary: 'Ends the notifications about replies on a browser, by the endpoint of its PushSubscription.',
    input: ofConversation.extend({ endpoint: pushSubscription.shape.endpoint }),
    run: ({ conversation }, { endpoint }, services) => contacts.removeReplyDevice(conversation, endpoint, services),
  }),
};

/** Takes one of the mails that a finder may cause, counted by conversation, network and address. @returns why not */
async function takeFindersMail(
  { conversation, networkKey }: { conversation: { id: string }; networkKey: string },
  email: string,
  services: Services,
): Promise<Refusal | undefined> {
  for (const [name, key] of [
    ['link-mails-day', conversation.id],
    ['link-mails-network', networkKey],
  ] as const) {
    const taken = await services.limits.take(name, key);
    if (!taken.allowed) return tooManyRequests(taken);
  }
  const mail = await takeMail('replies', email, services);
  return mail.allowed ? undefined : tooManyMails(mail);
}
