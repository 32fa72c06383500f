import { z } from 'zod';
import { findTagPage } from '../domain/items/tag-page.ts';
import { next } from '../domain/lists/contract/schema.ts';
import { tagReportsRequest } from '../domain/moderation/contract/told-table.ts';
import { reportDays, reportWords, tagReport } from '../domain/reports/contract/schema.ts';
import * as reports from '../domain/reports/tag-reports.ts';
import { orBadCursor } from './bad-cursor.ts';
import { defineFunction } from './define.ts';
import { done, hash, idempotencyKey, secret } from './inputs.ts';
import { overLimit } from './over-limit.ts';
import { refused } from './refused.ts';

const words = z.object({ ...reportWords, key: idempotencyKey });

export const reportFunctions = [
  defineFunction({
    name: 'reportTag',
    access: 'anyone',
    duringMaintenance: 'as-tag-pages',
    countsItself: true,
    sends: true,
    summary:
      'Reports a tag to those who run the service, with a reason and in words if you like. Its owner does not learn of it. The same `key` with the same words reports it once.',
    input: words.extend({ hash }),
    output: done,
    run: async ({ networkKey, language }, { hash, ...report }, services) => {
      const tag = await findTagPage(hash, services);
      if (tag.state === 'unknown') return refused('unknown.page');
      return answer(await reports.reportTag({ ...report, code: tag.code, networkKey, language }, services));
    },
  }),

  defineFunction({
    name: 'reportTagOfConversation',
    access: 'finder',
    duringMaintenance: 'as-tag-pages',
    countsItself: true,
    sends: true,
    summary: 'The same from a private link: about the tag of that conversation, which is named in the report.',
    input: words.extend({ secret }),
    output: done,
    run: async ({ conversation, networkKey, language }, { secret: _, ...report }, services) => {
      const code = await reports.tagOfConversation(conversation, services);
      const { id: conversationId } = conversation;
      return answer(await reports.reportTag({ ...report, code, conversationId, networkKey, language }, services));
    },
  }),

  defineFunction({
    name: 'listTagReports',
    access: 'admin',
    summary: `What was reported about tags in the last ${reportDays} days, the newest first. \`search\`: a tag by its code, hash or address, or the id of a conversation. \`state\`: \`open\` where none is asked for.`,
    input: tagReportsRequest,
    output: z.strictObject({ rows: z.array(tagReport), next }),
    run: async (_caller, input, services) => orBadCursor(await reports.listTagReports(input, services)),
  }),
] as const;

function answer(reported: Awaited<ReturnType<typeof reports.reportTag>>) {
  return reported.state === 'sent' ? {} : overLimit({ key: 'error.manyReports' }, reported);
}
