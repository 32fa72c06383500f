import { z } from 'zod';
import { noteContactRequest, setSpam } from '../domain/contact/administer-request.ts';
import { listContactRequests, sendContactRequest } from '../domain/contact/contact-requests.ts';
import { spamDays } from '../domain/contact/contract/limits.ts';
import { contactNote, contactRequest, receivedContactRequest } from '../domain/contact/contract/schema.ts';
import { next } from '../domain/lists/contract/schema.ts';
import { contactRequestsRequest } from '../domain/moderation/contract/told-table.ts';
import { orBadCursor } from './bad-cursor.ts';
import { defineFunction } from './define.ts';
import { senderOf } from './finder.ts';
import { byId, done, idempotencyKey } from './inputs.ts';
import { overLimit } from './over-limit.ts';
import { refused } from './refused.ts';
import { settledBefore } from './today.ts';

export const contactFunctions = [
  defineFunction({
    name: 'sendContactRequest',
    access: 'anyone',
    countsItself: true,
    sends: true,
    summary:
      'Writes to the people who run the site, at most 20 times a day from one network. The same `key` with the same words sends it once.',
    input: contactRequest.extend({ key: idempotencyKey }),
    output: done,
    run: async (caller, request, services) => {
      const { user, networkKey, language } = caller;
      const heldReason = user && caller.heldReason === 'no-form' ? undefined : caller.heldReason;
      const from = { uid: user?.uid ?? null, sender: senderOf(caller), networkKey, language, heldReason };
      const sent = await sendContactRequest(from, request, services);
      return sent.allowed ? {} : overLimit({ key: 'contactPage.tooMany' }, sent);
    },
  }),

  defineFunction({
    name: 'listContactRequests',
    access: 'admin',
    summary:
      'What people wrote to the site, the newest first. `search`: the start of an address, or words of the name or the text. `state`: `open` where none is asked for. `heldReason`: why it looks like a robot’s.',
    input: contactRequestsRequest,
    output: z.strictObject({ rows: z.array(receivedContactRequest), next }),
    run: async (_caller, request, services) => orBadCursor(await listContactRequests(request, services)),
  }),

  defineFunction({
    name: 'noteContactRequest',
    access: 'admin',
    summary: 'Notes something about a contact request, which only administrators see.',
    input: byId.extend({ note: contactNote }),
    output: done,
    run: async ({ user }, input, services) =>
      (await noteContactRequest(user, input, services)) ? {} : refused('nothing-to-settle'),
  }),

  defineFunction({
    name: 'setSpam',
    access: 'admin',
    summary: `Settles an open contact request as spam, which is deleted after ${spamDays} days; or opens it again.`,
    input: byId.extend({ spam: z.boolean() }),
    output: done,
    run: async ({ user }, input, services) => {
      const outcome = await setSpam(user, input, services);
      if (outcome === 'none') return refused('nothing-to-settle');
      return outcome === 'done' ? {} : settledBefore(outcome);
    },
  }),
] as const;
