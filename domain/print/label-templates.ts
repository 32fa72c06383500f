import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { type PageRequest, readPage } from '../../server/db/keyset.ts';
import { countRows, hasChanged } from '../../server/db/statements.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { lockUser } from '../accounts/account-rows.ts';
import { type Conflict, conflictOf } from '../conflicts/conflict.ts';
import type { Fields } from '../conflicts/contract/fields.ts';
import { printedAddress, qrMatrix } from '../items/contract/qr-code.ts';
import { newTagCode } from '../items/contract/tag-code.ts';
import type { Owner } from '../items/items.ts';
import { type LabelTemplate, maxTemplates, type TemplateDetails } from './contract/label-template.ts';
import { findSheet, isSheetName, type Sheet, toSheet } from './contract/sheets.ts';
import { faceOf } from './draw-sheets.ts';
import { leastModule, moduleSize } from './draw-tag.ts';

export type NotSaved =
  | { refused: 'no-template' | 'name-taken' | 'too-many' }
  /** In millimetres. */
  | { refused: 'too-small'; module: number };

const byName = sql<string>`lower(name)`;

export async function listLabelTemplates(owner: Owner, request: PageRequest, { db, keys }: Services) {
  const page = await readPage({
    ...request,
    list: JSON.stringify(['label-templates', owner.uid]),
    keys,
    read: (position, limit) =>
      templatesOf(owner, db)
        .select(byName.as('place'))
        .where(position ? sql<boolean>`lower(name) > ${position[0]}` : sql<boolean>`true`)
        .orderBy(byName)
        .limit(limit)
        .execute(),
    positionOf: ({ place }) => [place],
  });
  if (page === 'bad-cursor') return page;
  const { rows, ...rest } = page;
  return { templates: rows.map(({ place: _place, ...template }) => template), ...rest };
}

/** Adds a label template; at most 50 an account, no two with one name. The same `key` adds only one. */
export async function addLabelTemplate(
  owner: Owner,
  { key, ...details }: TemplateDetails & { key: string },
  { db, publicUrl }: Services,
): Promise<LabelTemplate | NotSaved> {
  const tooSmall = tooSmallFor(publicUrl, toSheet(details));
  if (tooSmall) return tooSmall;
  const creationKey = `${owner.uid}:${key}`;
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, owner.uid);
    const earlier = await templatesOf(owner, trx).where('creationKey', '=', creationKey).executeTakeFirst();
    if (earlier) return earlier;
    const own = trx.selectFrom('labelTemplates').where('ownerId', '=', owner.uid);
    if ((await countRows(own)) >= maxTemplates) return { refused: 'too-many' };
    if (await isNameTaken(owner, details.name, undefined, trx)) return { refused: 'name-taken' };
    const template = { id: randomUUID(), ...details };
    const row = { ...template, ownerId: owner.uid, creationKey };
    await trx.insertInto('labelTemplates').values(row).execute();
    return template;
  });
}

/** Changes the name of one of the owner's label templates, or its measures, which are one field, or with `from` those that it names. */
export async function updateLabelTemplate(
  owner: Owner,
  { id, from, ...details }: TemplateDetails & { id: string; from?: Fields | undefined },
  { db, publicUrl }: Services,
): Promise<LabelTemplate | NotSaved | Conflict> {
  const tooSmall = tooSmallFor(publicUrl, toSheet(details));
  if (tooSmall) return tooSmall;
  return db.transaction().execute(async (trx) => {
    await lockUser(trx, owner.uid);
    const now = await templatesOf(owner, trx).where('id', '=', id).executeTakeFirst();
    if (!now) return { refused: 'no-template' };
    const { name, ...measures } = details;
    const parts = [{ name }, measures].filter((part) => !from || Object.keys(part).some((field) => field in from));
    const to: Partial<TemplateDetails> = Object.assign({}, ...parts);
    const conflict = conflictOf(now, to, from);
    if (conflict) return conflict;
    if (to.name && (await isNameTaken(owner, to.name, id, trx))) return { refused: 'name-taken' };
    const template = { ...now, ...to };
    await trx.updateTable('labelTemplates').set(template).where('id', '=', id).execute();
    return template;
  });
}

export async function deleteLabelTemplate(owner: Owner, id: string, { db }: Services): Promise<boolean> {
  return hasChanged(db.deleteFrom('labelTemplates').where('id', '=', id).where('ownerId', '=', owner.uid));
}

/** One of our sheets by its name, or one of the owner's label templates by its id. */
export async function sheetOf(owner: Owner, sheet: string, { db }: Services): Promise<Sheet | undefined> {
  if (isSheetName(sheet)) return findSheet(sheet);
  if (!/^[\w-]+$/.test(sheet)) return undefined;
  const template = await templatesOf(owner, db).where('id', '=', sheet).executeTakeFirst();
  return template && toSheet(template);
}

/** A sheet that can carry the codes of this installation. */
export async function printableSheet(owner: Owner, asked: string, services: Services) {
  const sheet = await sheetOf(owner, asked, services);
  return sheet ? (tooSmallFor(services.publicUrl, sheet) ?? sheet) : { refused: 'no-sheet' as const };
}

/** Why a sheet cannot carry the codes of this installation. All have the same number of modules. */
function tooSmallFor(publicUrl: string, sheet: Sheet): Extract<NotSaved, { refused: 'too-small' }> | undefined {
  const module = moduleSize(faceOf(sheet), qrMatrix(printedAddress(publicUrl, newTagCode())));
  return module < leastModule ? { refused: 'too-small', module } : undefined;
}

function templatesOf(owner: Owner, db: Executor) {
  return db
    .selectFrom('labelTemplates')
    .select(['id', 'name', 'pageWidth', 'pageHeight', 'columns', 'rows', 'labelWidth', 'labelHeight'])
    .select(['leftMargin', 'topMargin', 'pitchX', 'pitchY'])
    .where('ownerId', '=', owner.uid);
}

async function isNameTaken(owner: Owner, name: string, by: string | undefined, trx: Executor): Promise<boolean> {
  const named = await templatesOf(owner, trx).where(byName, '=', sql<string>`lower(${name})`).executeTakeFirst();
  return named !== undefined && named.id !== by;
}
