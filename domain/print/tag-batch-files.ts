import { Readable } from 'node:stream';
import type { Services } from '../../server/services.ts';
import { tagsOfPart } from '../items/contract/limits.ts';
import type { tagBatchFiles } from '../items/contract/tag-actions.ts';
import { readTagBatch } from '../items/tag-batches.ts';
import { listActivationCodes } from '../items/tag-list.ts';
import type { PrintingOwner } from './chosen-tags.ts';
import { drawPictures } from './draw-pictures.ts';
import { drawSheets } from './draw-sheets.ts';
import { printableSheet } from './label-templates.ts';
import { type NotPrinted, namelessTags } from './print-tags.ts';

type BatchFile = { name: string; type: 'pdf' | 'zip' | 'csv'; file: Readable };

/** What is printed of a batch, read while it is made. @param asked `part`: which thousand, from 1; `sheet`: ours, or the admin's own */
export async function drawTagBatchFile(
  { uid, language }: PrintingOwner,
  asked: { id: string; file: (typeof tagBatchFiles)[number]; part: number; sheet: string },
  services: Services,
): Promise<BatchFile | NotPrinted | { unready: 'no-batch' | 'not-made' }> {
  const { id, file, part } = asked;
  const batch = await readTagBatch(id, services);
  if (!batch) return { unready: 'no-batch' };
  if (batch.state === 'making') return { unready: 'not-made' };
  if (file === 'tags.csv') {
    const lines = Readable.from(listActivationCodes(id, services), { objectMode: false });
    return { name: `${id}.csv`, type: 'csv', file: lines };
  }
  const sheet = await printableSheet({ uid }, asked.sheet, services);
  if ('refused' in sheet) return sheet;
  const rows = await services.db
    .selectFrom('tags')
    .select('code')
    .where('batchId', '=', id)
    .orderBy('code')
    .offset((part - 1) * tagsOfPart)
    .limit(tagsOfPart)
    .execute();
  if (rows.length === 0) return { refused: 'nothing' };
  const codes = rows.map(({ code }) => code);
  const tags = namelessTags(codes, language, services);
  const name = `${id}-${part}`;
  if (file === 'tags.zip') return { name: `${name}.zip`, type: 'zip', file: drawPictures(tags, sheet, 'svg') };
  const paper = { sheet, start: 1, offsetX: 0, offsetY: 0, pitchX: 0, pitchY: 0 };
  return { name: `${name}.pdf`, type: 'pdf', file: drawSheets(tags, paper) };
}
