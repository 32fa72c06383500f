import { z } from 'zod';
import {
  listContactRequests,
  noteContactRequest,
  sendContactRequest,
  setSpam,
} from '../domain/contact/contact-requests.ts';
import { spamDays } from '../domain/contact/contract/limits.ts';
import { contactNote, contactRequest, receivedContactRequest } from '../domain/contact/contract/schema.ts';
import { findTagPage } from '../domain/items/tag-page.ts';
import { next } from '../domain/lists/contract/schema.ts';
import { contactRequestsRequest, tagReportsRequest } from '../domain/moderation/contract/reports.ts';
import { reportDays, reportWords, tagReport } from '../domain/reports/contract/schema.ts';
import * as reports from '../domain/reports/tag-reports.ts';
import { forAdmin, forAnyone, forFinder } from './define.ts';
import { senderOf } from './finder.ts';
import { byId, hash, idempotencyKey, secret } from './inputs.ts';
import { foundBy, overLimit } from './refused.ts';
import { unlessSettledBefore } from './today.ts';

const words = z.object({ ...reportWords, key: idempotencyKey });

export const reportFunctions = {
  reportTag: forAnyone({
    duringMaintenance: 'as-tag-pages',
    countsItself: true,
    sends: true,
    summary:
      'Reports a tag to those who run the service, with a reason and in words if you like. Its owner does not learn of it. The same `key` with the same words reports it once.',
    input: words.extend({ hash }),
    run: async ({ networkKey, language }, { hash, ...report }, services) => {
      const tag = await findTagPage(hash, services);
      if (tag.state === 'unknown') return 'unknown.page';
      return answer(await reports.reportTag({ ...report, code: tag.code, networkKey, language }, services));
    },
  }),

  reportTagOfConversation: forFinder({
    duringMaintenance: 'as-tag-pages',
    countsItself: true,
    sends: true,
    summary: 'The same from a private link: about the tag of that conversation, which is named in the report.',
    input: words.extend({ secret }),
    run: async ({ conversation, networkKey, language }, { secret: _, ...report }, services) => {
      const code = await reports.tagOfConversation(conversation, services);
      const { id: conversationId } = conversation;
      return answer(await reports.reportTag({ ...report, code, conversationId, networkKey, language }, services));
    },
  }),

  listTagReports: forAdmin({
    summary: `What was reported about tags in the last ${reportDays} days, the newest first. \`search\`: a tag by its code, hash or address, or the id of a conversation. \`state\`: \`open\` where none is asked for.`,
    input: tagReportsRequest,
    output: z.strictObject({ rows: z.array(tagReport), next }),
    run: (_caller, input, services) => reports.listTagReports(input, services),
  }),
};

function answer(reported: Awaited<ReturnType<typeof reports.reportTag>>) {
  return reported.state === 'sent' || overLimit({ key: 'error.manyReports' }, reported);
}

export const contactFunctions = {
  sendContactRequest: forAnyone({
    countsItself: true,
    sends: true,
    summary:
      'Writes to the people who run the site, at most 20 times a day from one network. The same `key` with the same words sends it once.',
    input: contactRequest.extend({ key: idempotencyKey }),
    run: async (caller, request, services) => {
      const { user, networkKey, language } = caller;
      const heldReason = user && caller.heldReason === 'no-form' ? undefined : caller.heldReason;
      const from = { uid: user?.uid ?? null, sender: senderOf(caller), networkKey, language, heldReason };
      const sent = await sendContactRequest(from, request, services);
      return sent.allowed || overLimit({ key: 'contactPage.tooMany' }, sent);
    },
  }),

  listContactRequests: forAdmin({
    summary:
      'What people wrote to the site, the newest first. `search`: the start of an address, or words of the name or the text. `state`: `open` where none is asked for. `heldReason`: why it looks like a robot’s.',
    input: contactRequestsRequest,
    output: z.strictObject({ rows: z.array(receivedContactRequest), next }),
    run: (_caller, request, services) => listContactRequests(request, services),
  }),

  noteContactRequest: forAdmin({
    summary: 'Notes something about a contact request, which only administrators see.',
    input: byId.extend({ note: contactNote }),
    run: foundBy(noteContactRequest, 'nothing-to-settle'),
  }),

  setSpam: forAdmin({
    summary: `Settles an open contact request as spam, which is deleted after ${spamDays} days; or opens it again.`,
    input: byId.extend({ spam: z.boolean() }),
    run: async ({ user }, input, services) => unlessSettledBefore(await setSpam(user, input, services)),
  }),
};
