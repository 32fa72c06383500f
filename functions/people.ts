import { z } from 'zod';
import * as account from '../domain/accounts/administer-account.ts';
import { next } from '../domain/lists/contract/schema.ts';
import {
  type AccountAction,
  accountActions,
  peopleRequest,
  person,
  personDetails,
} from '../domain/people/contract/people.ts';
import { listPeople, readPerson } from '../domain/people/list-people.ts';
import type { Services } from '../server/services.ts';
import { forAdmin } from './define.ts';
import { uid } from './inputs.ts';

type Verb = (by: account.By, uid: string, services: Services) => Promise<account.Administered>;

const verbs: Record<AccountAction, Verb> = {
  disable: (by, uid, services) => account.setDisabled(by, uid, true, services),
  enable: (by, uid, services) => account.setDisabled(by, uid, false, services),
  'sign-out': account.signOutEverywhere,
  'resend-confirmation': account.resendConfirmation,
  delete: account.startDeletion,
  keep: account.stopDeletion,
  grant: (by, uid, services) => account.setRole(by, uid, 'admin', services),
  revoke: (by, uid, services) => account.setRole(by, uid, null, services),
};

export const peopleFunctions = {
  listPeople: forAdmin({
    summary:
      'The accounts, the newest first. `search`: the start of an address, the starts of words in a name, or a uid.',
    input: peopleRequest,
    output: z.strictObject({ rows: z.array(person), next }),
    run: (_caller, request, services) => listPeople(request, services),
  }),

  getPerson: forAdmin({
    summary: 'An account, and how much belongs to it.',
    input: z.object({ id: uid }),
    output: personDetails,
    run: async (_caller, { id }, services) => (await readPerson(id, services)) ?? 'no-account',
  }),

  administerAccount: forAdmin({
    fresh: true,
    summary:
      'Disables an account or enables it, ends its sessions, mails its confirmation again, deletes it after 7 days of which its owner is told, gives or takes the administrator’s role. Nobody does it to themselves, and the last administrator stays one. At once in every process.',
    input: z.object({ id: uid, act: z.enum(accountActions) }),
    run: ({ user }, { id, act }, services) => verbs[act](user, id, services),
  }),
};
