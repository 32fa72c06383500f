import { Readable } from 'node:stream';
import { z } from 'zod';
import { hasStart, mostTags, printOptions } from '../domain/print/contract/schema.ts';
import { findSheet, placesOn } from '../domain/print/contract/sheets.ts';
import { leastModule } from '../domain/print/draw-tag.ts';
import { type Printed, printTags } from '../domain/print/print-tags.ts';
import type { MessageDescriptor } from '../language/words.ts';
import { defineFunction, Refusal } from './define.ts';
import { id } from './inputs.ts';
import { noSuchItem } from './items.ts';

export const printFunctions = [
  defineFunction({
    name: 'printTags',
    access: 'user',
    route: 'POST /items/print',
    countsItself: true,
    summary: `Tags of your items, or your blank tags, as a PDF to print, at most ${mostTags}; \`testPage\` has only the outlines of the labels.`,
    input: printOptions.extend({ items: z.union([z.enum(['all', 'blank']), z.array(id).max(mostTags)]).default([]) }),
    output: z.strictObject({ pdf: z.instanceof(Readable) }),
    run: async ({ user, language }, order, installation) => {
      const { allowed, retryAfter } = await installation.limits.take('printing', user.uid);
      if (!allowed) return notYet(retryAfter);
      if (!hasStart(order)) {
        const places = placesOn(findSheet(order.sheet));
        return refuse('start', { key: 'printedPage.startTooFar', params: { places } }, 'no-such-place');
      }
      const printed = await printTags({ uid: user.uid, language }, order, installation);
      return 'pdf' in printed ? printed : why(printed, language);
    },
  }),
] as const;

function why(printed: Extract<Printed, { refused: string }>, language: string): Refusal {
  const { format } = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  switch (printed.refused) {
    case 'no-item':
      return noSuchItem();
    case 'nothing':
      return refuse('items', { key: 'printedPage.nothingToPrint' }, 'nothing-to-print');
    case 'too-many':
      return refuse('copies', { key: 'printedPage.tooManyTags', params: { most: mostTags } }, 'too-many-tags');
    case 'too-small':
      return refuse(
        'sheet',
        { key: 'printedPage.moduleTooSmall', params: { size: format(printed.module), least: format(leastModule) } },
        'code-too-small',
      );
  }
}

function refuse(field: string, message: MessageDescriptor, reason: string): Refusal {
  return new Refusal('invalid-argument', message, { fields: { [field]: message }, reason });
}

function notYet(retryAfter: number): Refusal {
  const wait = { unit: 'minutes', count: Math.ceil(retryAfter / 60) };
  const message: MessageDescriptor[] = [{ key: 'printedPage.manyPrints' }, { key: 'account.retry', params: wait }];
  return new Refusal('resource-exhausted', message, { retryAfter, reason: 'over-limit' });
}
