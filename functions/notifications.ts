import { z } from 'zod';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { unsubscribeToken } from '../domain/mails/contract/unsubscribe.ts';
import { readUnsubscribeToken } from '../domain/mails/unsubscribe-tokens.ts';
import { failedMail, mailQueueState } from '../domain/notifications/contract/schema.ts';
import {
  notificationChoices,
  notificationSettings,
  pushDevice,
  pushSubscription,
} from '../domain/notifications/contract/settings.ts';
import * as failed from '../domain/notifications/failed-mails.ts';
import { readMailQueue } from '../domain/notifications/failed-mails.ts';
import * as settings from '../domain/notifications/notification-settings.ts';
import * as devices from '../domain/notifications/push-devices.ts';
import { endReplyMails } from '../domain/notifications/reply-contacts.ts';
import { endReviewMails } from '../domain/reviews/invite-to-review.ts';
import type { Services } from '../server/services.ts';
import { forAdmin, forAnyone, forUser } from './define.ts';
import { byId } from './inputs.ts';
import { foundById, overLimit, refused } from './refused.ts';

export const notificationFunctions = {
  getNotificationSettings: forUser({
    summary:
      'How you are told when a finder writes, when a mail to you last failed, if none arrived since, and when one last went out.',
    output: notificationSettings,
    run: ({ user }, _input, services) => settings.readNotificationSettings(user, services),
  }),

  setNotificationSettings: forUser({
    summary:
      'Changes how you are told of new messages: mails on or off, quiet hours (null for none), and whether push notifications say what the finder wrote.',
    input: notificationChoices,
    output: notificationSettings,
    run: async ({ user }, input, services) => {
      const { from, until } = input.quietHours ?? {};
      if (from === undefined || from !== until) return settings.changeNotificationSettings(user, input, services);
      return refused('no-quiet-hours', { field: 'quietHours.until' });
    },
  }),

  listPushDevices: forUser({
    summary: 'The devices on which you get push notifications, the newest first; at most 20.',
    input: pageRequest,
    output: z.strictObject({ devices: z.array(pushDevice), next }),
    run: (caller, input, services) => devices.listPushDevices(caller, input, services),
  }),

  addPushDevice: forUser({
    summary:
      'Notifies you on a browser from now on: endpoint and keys of its PushSubscription, made with `pushKey` of `getNotificationSettings`. The same browser is added once.',
    input: pushSubscription,
    output: pushDevice,
    run: async (caller, input, services) => {
      const added = await devices.addPushDevice(caller, input, services);
      if (added === 'too-many') return 'too-many.devices';
      return added === 'not-known' ? refused('not-a-subscription', { field: 'endpoint' }) : added;
    },
  }),

  removePushDevice: forUser({
    summary: 'Ends the push notifications on a device.',
    input: byId,
    run: async (caller, { id }, services) => (await devices.removePushDevice(caller, id, services)) || 'no-device',
  }),

  unsubscribe: forAnyone({
    duringMaintenance: 'open',
    summary:
      'Turns the mails about new messages off, a finder’s about replies in one conversation, or those that ask a buyer for reviews, by the token of the mail’s link.',
    input: z.object({ token: unsubscribeToken }),
    run: async (_caller, { token }, services) => (await unsubscribe(token, services)) || 'INVALID_TOKEN.mails',
  }),
};

/** @returns false for a token that is forged, or of an account or order that is gone */
async function unsubscribe(token: string, services: Services): Promise<boolean> {
  const { kind, id = '' } = readUnsubscribeToken(token, services.keys) ?? {};
  if (kind === 'messages') return settings.endMessageMails(id, services);
  if (kind === 'reviews') return endReviewMails(id, services);
  if (kind === 'replies') await endReplyMails({ id }, services);
  return kind === 'replies';
}

export const mailFunctions = {
  readMailState: forAdmin({
    summary: 'How many mails wait, were given up or refused in the last 30 days, and why sending failed last.',
    output: mailQueueState,
    run: (_caller, _input, services) => readMailQueue(services),
  }),

  listFailedMails: forAdmin({
    summary: 'A page of the mails that were tried in vain and not sent since, the newest first.',
    input: pageRequest,
    output: z.strictObject({ mails: z.array(failedMail), next }),
    run: (_caller, input, services) => failed.listFailedMails(input, services),
  }),

  retryMail: forAdmin({
    summary: 'Tries a mail again at once; one that was given up is tried once.',
    input: byId,
    run: foundById(failed.retryMail, 'no-mail'),
  }),

  retryAllMails: forAdmin({
    summary: 'Tries up to 1,000 mails again that were tried in vain, but for those that the recipient refused.',
    output: z.strictObject({ count: z.int() }),
    run: async ({ user }, _input, services) => ({ count: await failed.retryAllMails(user, services) }),
  }),

  sendTestMail: forAdmin({
    summary: 'Sends a mail to the address of the administrator who asks, at most 5 in an hour.',
    run: async ({ user }, _input, services) => {
      const sent = await failed.sendTestMail(user, services);
      return sent.allowed || overLimit({ key: 'site.manyTestMails' }, sent);
    },
  }),
};
