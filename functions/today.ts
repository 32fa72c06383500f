import { z } from 'zod';
import { settledKinds } from '../domain/moderation/contract/reports.ts';
import type { SettledBefore } from '../domain/moderation/settle.ts';
import { periods, statistics, today } from '../domain/today/contract/schema.ts';
import { readStatistics } from '../domain/today/daily-counts.ts';
import { readToday } from '../domain/today/needs.ts';
import { settle } from '../domain/today/settle.ts';
import type { PlainKey } from '../language/create-translations.ts';
import { defineFunction, type Refusal } from './define.ts';
import { id } from './inputs.ts';
import { refused } from './refused.ts';

export const todayFunctions = {
  readToday: defineFunction({
    access: 'admin',
    summary:
      'What waits for an administrator: each kind with its count, up to 100, and since when; and whether the secret is another than the database’s.',
    output: today,
    run: (_caller, _input, services) => readToday(services),
  }),

  readStatistics: defineFunction({
    access: 'admin',
    summary: 'What happened on each of the last days, in numbers that tell of nobody.',
    input: z.object({ days: z.literal([...periods], 'today.noPeriod' satisfies PlainKey) }),
    output: statistics,
    run: (_caller, { days }, services) => readStatistics(days, services),
  }),

  settle: defineFunction({
    access: 'admin',
    summary: 'Marks that administrators are done with a report or a contact request. It stays until its time is over.',
    input: z.object({ kind: z.enum(settledKinds), id }),
    run: async ({ user }, input, services) => {
      const outcome = await settle(user, input, services);
      if (outcome === true) return outcome;
      return outcome ? settledBefore(outcome) : 'nothing-to-settle';
    },
  }),
};

export function settledBefore({ by }: SettledBefore): Refusal {
  return refused('settled', { params: { by: by ?? '–' } });
}
