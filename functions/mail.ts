import { z } from 'zod';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { mailQueueState, troubledMail } from '../domain/notifications/contract/schema.ts';
import { readMailQueue } from '../domain/notifications/mail-queue-state.ts';
import * as troubled from '../domain/notifications/troubled-mails.ts';
import { orBadCursor } from './bad-cursor.ts';
import { defineFunction } from './define.ts';
import { byId, done } from './inputs.ts';
import { overLimit } from './over-limit.ts';
import { refused } from './refused.ts';

export const mailFunctions = [
  defineFunction({
    name: 'readMailState',
    access: 'admin',
    summary: 'How many mails wait, were given up or refused in the last 30 days, and why sending failed last.',
    input: z.object({}),
    output: mailQueueState,
    run: (_caller, _input, services) => readMailQueue(services),
  }),

  defineFunction({
    name: 'listTroubledMails',
    access: 'admin',
    summary: 'A page of the mails that were tried in vain and not sent since, the newest first.',
    input: pageRequest,
    output: z.strictObject({ mails: z.array(troubledMail), next }),
    run: async (_caller, input, services) => orBadCursor(await troubled.listTroubledMails(input, services)),
  }),

  defineFunction({
    name: 'retryMail',
    access: 'admin',
    summary: 'Tries a mail again at once; one that was given up is tried once.',
    input: byId,
    output: done,
    run: async ({ user }, { id }, services) =>
      (await troubled.retryMail(user, id, services)) ? {} : refused('no-mail'),
  }),

  defineFunction({
    name: 'retryAllMails',
    access: 'admin',
    summary: 'Tries up to 1,000 mails again that were tried in vain, but for those that the recipient refused.',
    input: z.object({}),
    output: z.strictObject({ count: z.int() }),
    run: async ({ user }, _input, services) => ({ count: await troubled.retryAllMails(user, services) }),
  }),

  defineFunction({
    name: 'sendTestMail',
    access: 'admin',
    summary: 'Sends a mail to the address of the administrator who asks, at most 5 in an hour.',
    input: z.object({}),
    output: done,
    run: async ({ user }, _input, services) => {
      const sent = await troubled.sendTestMail(user, services);
      return sent.allowed ? {} : overLimit({ key: 'site.manyTestMails' }, sent);
    },
  }),
] as const;
