import { z } from 'zod';
import { listContactRequests, sendContactRequest } from '../domain/contact/contact-requests.ts';
import { contactRequest, receivedContactRequest } from '../domain/contact/contract/schema.ts';
import { next, pageRequest } from '../domain/lists/contract/schema.ts';
import { orBadCursor } from './bad-cursor.ts';
import { defineFunction } from './define.ts';
import { senderOf } from './finder.ts';
import { done, sendingKey } from './inputs.ts';
import { overLimit } from './over-limit.ts';

export const contactFunctions = [
  defineFunction({
    name: 'sendContactRequest',
    access: 'anyone',
    countsItself: true,
    sends: true,
    summary:
      'Writes to the people who run the site, at most 20 times a day from one network. The same `key` with the same words sends it once.',
    input: contactRequest.extend({ key: sendingKey }),
    output: done,
    run: async (caller, request, installation) => {
      const { user, networkKey, language } = caller;
      const heldReason = user && caller.heldReason === 'no-form' ? undefined : caller.heldReason;
      const from = { uid: user?.uid ?? null, sender: senderOf(caller), networkKey, language, heldReason };
      const sent = await sendContactRequest(from, request, installation);
      return sent.allowed ? {} : overLimit({ key: 'contactPage.tooMany' }, sent);
    },
  }),

  defineFunction({
    name: 'listContactRequests',
    access: 'admin',
    summary: 'A page of what people wrote to the site, the newest first. `heldReason`: why it looks like a robot’s.',
    input: pageRequest.extend({ open: z.boolean().optional() }),
    output: z.strictObject({ requests: z.array(receivedContactRequest), next }),
    run: async (_caller, request, installation) => orBadCursor(await listContactRequests(request, installation)),
  }),
] as const;
