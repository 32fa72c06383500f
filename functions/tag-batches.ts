import { Readable } from 'node:stream';
import { z } from 'zod';
import { recordAction } from '../domain/audit/record-action.ts';
import { maxTagsOfBatch, tagsOfPart } from '../domain/items/contract/limits.ts';
import { tagBatchFiles } from '../domain/items/contract/tag-actions.ts';
import { newTagBatch, tagBatch, tagBatchDetails, tagBatchesRequest } from '../domain/items/contract/tag-batch.ts';
import { cancelTagBatch, makeTagBatch } from '../domain/items/make-tags.ts';
import * as batches from '../domain/items/tag-batches.ts';
import { next } from '../domain/lists/contract/schema.ts';
import { drawTagBatchFile } from '../domain/print/tag-batch-files.ts';
import { packOrderWith } from '../domain/shop/fulfilment.ts';
import { wholeNumber } from '../domain/texts/contract/typed-values.ts';
import type { PlainKey } from '../language/create-translations.ts';
import { tagBatchFilePath } from '../paths/paths.ts';
import { forAdmin } from './define.ts';
import { byId, id, idempotencyKey } from './inputs.ts';
import { whyNotPrinted } from './print.ts';
import { refused } from './refused.ts';
import { refuseVoidCodes } from './void-codes.ts';

const orderNumber = 'tagAdmin.orderNumberWrong' satisfies PlainKey;

export const tagBatchFunctions = {
  listTagBatches: forAdmin({
    summary:
      'The tag batches that administrators and orders began. `search`: the start of a name, an id, or the number of an order.',
    input: tagBatchesRequest,
    output: z.strictObject({ rows: z.array(tagBatch), next }),
    run: (_caller, request, services) => batches.listTagBatches(request, services),
  }),

  getTagBatch: forAdmin({
    summary: 'A batch of tags: how many of it are made, and in which state they are.',
    input: byId,
    output: tagBatchDetails,
    run: async (_caller, { id }, services) => (await batches.readTagBatch(id, services)) ?? 'no-batch',
  }),

  makeTagBatch: forAdmin({
    summary: `Begins a batch of at most ${maxTagsOfBatch} tags for whoever has their activation codes. They are made a few at a time; \`getTagBatch\` says how far it is. The same \`key\` begins it once.`,
    input: newTagBatch.extend({ key: idempotencyKey }),
    output: z.strictObject({ id: z.string() }),
    run: ({ user }, input, services) => makeTagBatch(user, input, services),
  }),

  cancelTagBatch: forAdmin({
    summary: 'Makes no more tags of a batch. Those that were made stay, and are good.',
    input: byId,
    run: ({ user }, { id }, services) => cancelTagBatch(user, id, services),
  }),

  assignTagBatch: forAdmin({
    summary:
      'Packs a paid order with the tags of a batch that is made, instead of new ones: as many as were ordered, all of them unassigned.',
    input: byId.extend({ order: wholeNumber(1, 999_999_999, orderNumber) }),
    run: async ({ user }, { id, order }, services) => {
      const packed = await packOrderWith(user, { batch: id, number: order }, services);
      if ('done' in packed) return 'done';
      if ('ordered' in packed) {
        const { ordered, made } = packed;
        return refused('wrong-number', { field: 'order', params: { ordered, made } });
      }
      if (packed.refused === 'no-batch') return 'no-batch';
      if (packed.refused === 'no-order') return refused('no-order.of-batch', { field: 'order' });
      if (packed.refused === 'not-now') return refused('not-now.of-batch', { field: 'order' });
      if (packed.refused === 'withdrawn') return refused('withdrawn', { field: 'order' });
      return refused('batch-in-use', { field: 'order' });
    },
  }),

  readTagBatchFile: forAdmin({
    fresh: true,
    route: `GET ${tagBatchFilePath('{id}', '{file}')}`,
    countsItself: true,
    summary: `What is printed of a batch: all its codes, addresses and activation codes as CSV, while the secret is the database’s own; or ${tagsOfPart} of its tags, the \`part\`, as a PDF of sheets or as pictures in a zip.`,
    input: z.object({
      id,
      file: z.enum(tagBatchFiles),
      part: z.coerce.number().int().min(1).max(maxTagsOfBatch).default(1),
      sheet: z.string().max(64).default('plain-30-a4'),
    }),
    output: z.strictObject({ name: z.string(), type: z.enum(['pdf', 'zip', 'csv']), file: z.instanceof(Readable) }),
    run: async ({ user, language }, input, services) => {
      const codesVoid = refuseVoidCodes(input.file, services);
      if (codesVoid) return codesVoid;
      const read = await drawTagBatchFile({ uid: user.uid, language }, input, services);
      if ('unready' in read) return read.unready === 'no-batch' ? 'no-batch' : 'not-made';
      if ('refused' in read) return whyNotPrinted(read, language);
      await recordAction(services.db, { by: user, act: 'readTagBatchFile', id: input.id });
      return read;
    },
  }),
};
