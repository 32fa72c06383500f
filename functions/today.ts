import { z } from 'zod';
import { settledKinds } from '../domain/moderation/contract/limits.ts';
import type { SettledBefore } from '../domain/moderation/settle.ts';
import { periods } from '../domain/today/contract/periods.ts';
import { statistics, today, turnover } from '../domain/today/contract/schema.ts';
import { readStatistics } from '../domain/today/daily-counts.ts';
import { readToday } from '../domain/today/needs.ts';
import { settle } from '../domain/today/settle.ts';
import { readTurnover, timeZoneOfMachine } from '../domain/today/turnover.ts';
import type { PlainKey } from '../language/create-translations.ts';
import { forAdmin, type Refusal } from './define.ts';
import { id } from './inputs.ts';
import { refused } from './refused.ts';

const ofPeriod = z.object({ days: z.literal([...periods], 'today.noPeriod' satisfies PlainKey) });

export const todayFunctions = {
  readToday: forAdmin({
    summary:
      'What waits for an administrator: each kind with its count, up to 100, and since when; whether the secret is another than the database’s, and whether mails reach nobody.',
    output: today,
    run: (_caller, _input, services) => readToday(services),
  }),

  readStatistics: forAdmin({
    summary: 'What happened on each of the last days, in numbers that tell of nobody.',
    input: ofPeriod,
    output: statistics,
    run: (_caller, { days }, services) => readStatistics(days, services),
  }),

  readTurnover: forAdmin({
    summary:
      'What the shop took in on each of the last days, how many orders were paid, what they cost on average, and what sold most. Days are those of the time zone of the machine (`TZ`).',
    input: ofPeriod,
    output: turnover,
    run: ({ language }, { days }, services) =>
      readTurnover({ days, language, timeZone: timeZoneOfMachine() }, services),
  }),

  settle: forAdmin({
    summary: 'Marks that administrators are done with a report or a contact request. It stays until its time is over.',
    input: z.object({ kind: z.enum(settledKinds), id }),
    run: async ({ user }, input, services) => unlessSettledBefore(await settle(user, input, services)),
  }),
};

export function unlessSettledBefore<Outcome extends string>(outcome: Outcome | SettledBefore): Outcome | Refusal {
  return typeof outcome === 'string' ? outcome : refused('settled', { params: { by: outcome.by ?? '–' } });
}
