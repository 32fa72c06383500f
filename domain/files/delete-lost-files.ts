import { sql } from 'kysely';
import type { Services } from '../../server/services.ts';
import { byKey } from '../lists/row-chunks.ts';
import { eraseFiles, isFileId, reportedOf } from './stored-files.ts';

const idsAtOnce = 500;
/** A file is stored before its row is. */
const youngMs = 60 * 60_000;
/** More than one, and more than this share, without a file is no accident of one upload: the operator has to look. */
const mostLost = 0.1;

/** Deletes stored files that no row names, and rows whose file is gone. */
export async function deleteLostFiles(services: Services): Promise<void> {
  const stored = new Set<string>();
  let ids: string[] = [];
  for await (const id of services.files.folders()) {
    if (!isFileId(id)) continue;
    stored.add(id);
    ids.push(id);
    if (ids.length < idsAtOnce) continue;
    await deleteNameless(ids, services);
    ids = [];
  }
  await deleteNameless(ids, services);
  await deleteEmptyRows(stored, services);
}

async function deleteNameless(ids: string[], services: Services): Promise<void> {
  if (ids.length === 0) return;
  const { db } = services;
  const invoices = db.selectFrom('invoiceFiles').select('id').where('id', 'in', ids);
  const ofProducts = sql<{ id: string }>`(select jsonb_array_elements(pictures) ->> 'id' as id from products)`;
  const pictures = db.selectFrom(ofProducts.as('pictures')).select('id').where('id', 'in', ids);
  const files = db.selectFrom('files').select('id').where('id', 'in', ids);
  const rows = await files.unionAll(invoices).unionAll(pictures).execute();
  const known = new Set(rows.map(({ id }) => id)).union(await reportedOf(ids, db));
  for (const id of ids) {
    if (known.has(id)) continue;
    const changedAt = await services.files.changedAt(id);
    if (!changedAt || Date.now() - changedAt.getTime() > youngMs) await eraseFiles([id], services);
  }
}

async function deleteEmptyRows(stored: Set<string>, { db, events, files, log }: Services): Promise<void> {
  const lost: string[] = [];
  let count = 0;
  const young = new Date(Date.now() - youngMs);
  for await (const rows of byKey(db.selectFrom('files').select('id').where('createdAt', '<', young), 'id')) {
    count += rows.length;
    for (const { id } of rows) if (!stored.has(id) && !(await files.changedAt(id))) lost.push(id);
  }
  if (lost.length === 0) return;
  if (lost.length > 1 && lost.length > count * mostLost) {
    log.error({ missing: lost.length, of: count }, 'many stored files are missing: is this the right file store?');
    return;
  }
  await events.transaction(async (trx, publish) => {
    const tags = await trx
      .selectFrom('tags')
      .innerJoin('items', 'items.id', 'tags.itemId')
      .select('code')
      .where('pictureId', 'in', lost)
      .execute();
    await trx.deleteFrom('files').where('id', 'in', lost).execute();
    publish(...tags.map(({ code }) => ({ kind: 'tag' as const, code })));
  });
}
