import { z } from 'zod';
import { type Outcome, outcome, parameters, prefix, rows } from '../domain/import/contract/schema.ts';
import * as accounts from '../domain/import/import-accounts.ts';
import * as items from '../domain/import/import-items.ts';
import * as messages from '../domain/import/import-messages.ts';
import type { PlainKey } from '../language/words.ts';
import { defineFunction } from './define.ts';

const given = { rows, dryRun: z.boolean('firebaseImport.badRow' satisfies PlainKey) };
const output = z.strictObject({ outcomes: z.array(outcome) });
const judged = 'Each row is judged alone; `outcomes` are in the order of the rows. `dryRun` writes nothing.';
const inTurn = (outcomes: Outcome[]) => ({ outcomes });

/** In parts, as many as an export has: no limit counts them. */
export const firebaseImportFunctions = [
  defineFunction({
    name: 'importAccounts',
    access: 'admin',
    fresh: true,
    countsItself: true,
    summary: `Adds accounts of a Firebase export, with uid, times and password hash; \`parameters\` are Firebase’s hash_config. ${judged}`,
    input: z.object({ ...given, parameters: parameters.optional() }),
    output,
    run: async ({ user, language }, input, installation) =>
      inTurn(await accounts.importAccounts({ ...input, by: user, language }, installation)),
  }),

  defineFunction({
    name: 'importOldItems',
    access: 'admin',
    fresh: true,
    countsItself: true,
    summary: `Adds items to accounts that were imported. The old addresses of their tags, hashes of \`prefix\` and the old id, lead to the new ones. ${judged}`,
    input: z.object({ ...given, prefix }),
    output,
    run: async ({ user, language }, input, installation) =>
      inTurn(await items.importItems({ ...input, by: user, language }, installation)),
  }),

  defineFunction({
    name: 'importOldMessages',
    access: 'admin',
    fresh: true,
    countsItself: true,
    summary: `Makes closed conversations of messages to accounts that were imported. ${judged}`,
    input: z.object(given),
    output,
    run: async ({ user, language }, input, installation) =>
      inTurn(await messages.importMessages({ ...input, by: user, language }, installation)),
  }),
] as const;
