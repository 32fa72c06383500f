import { z } from 'zod';
import { mailQueueState } from '../domain/notifications/contract/schema.ts';
import { readMailQueue } from '../domain/notifications/mail-queue-state.ts';
import { defineFunction } from './define.ts';

export const mailFunctions = [
  defineFunction({
    name: 'readMailState',
    access: 'admin',
    summary: 'How many mails wait, were given up or refused in the last 30 days, and why sending failed last.',
    input: z.object({}),
    output: mailQueueState,
    run: (_caller, _input, installation) => readMailQueue(installation),
  }),
] as const;
