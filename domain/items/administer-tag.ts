import { type Selectable, sql } from 'kysely';
import type { Executor, Tables } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Services } from '../../server/services.ts';
import type { By } from '../accounts/administer-account.ts';
import type { Act } from '../audit/contract/actions.ts';
import { recordAction } from '../audit/record-action.ts';
import {
  type AdministeredTag,
  endsOldTag,
  type TagAction,
  type TagActionReason,
  tagActionReasons,
} from './contract/administered-tag.ts';
import { fromItemHash, toItemHash, withoutSentenceMarks } from './contract/item-hash.ts';
import { isTagCode, newTagCode, readTagCode } from './contract/tag-code.ts';
import { moveAddress } from './item-address.ts';
import { itemHash } from './items.ts';
import { findMovedTag } from './tag-codes.ts';
import { tagMails } from './tag-mails.ts';
import { isTagBatchOf } from './unassigned-tags.ts';

const mostReports = 20;
const mostActions = 50;

/** The code that was meant: a tag's code however typed, a hash, a printed address, or an address of an earlier system. */
export async function findTagCode(typed: string, services: Services): Promise<string | undefined> {
  const meant = withoutSentenceMarks(typed);
  const last = meant.split(/[?#]/)[0]?.split('/').filter(Boolean).at(-1) ?? '';
  for (const given of [meant, last]) {
    const code = readTagCode(given) || fromItemHash(given);
    if (isTagCode(code) && (await isThere(code, services))) return code;
  }
  const moved = await findMovedTag(last, services);
  return moved && fromItemHash(moved);
}

/** What is known of a tag, for an administrator. */
export async function readAdministeredTag(
  code: string,
  { db }: Pick<Services, 'db'>,
): Promise<AdministeredTag | undefined> {
  const row = await db
    .selectFrom('tags')
    .leftJoin('tagBatches', 'tagBatches.id', 'tags.batchId')
    .leftJoin('items', 'items.id', 'tags.itemId')
    .leftJoin('users', (join) => join.on(sql<boolean>`users.uid = coalesce(items.owner_id, tag_batches.owner_id)`))
    .select([
      'tags.code',
      'tags.status',
      'tags.frozenAt',
      'tags.createdAt',
      'tags.activatedAt',
      'tags.retiredAt',
      'tags.replacedBy',
      'tags.replacedAt',
      'tags.itemId',
      'items.tagCode',
      'items.deletedAt',
      'tagBatches.id as batchId',
      'tagBatches.name as batchName',
      'users.uid',
      'users.email',
    ])
    .where('tags.code', '=', code)
    .executeTakeFirst();
  if (!row) return undefined;
  const iso = (time: Date | null) => time?.toISOString() ?? null;
  return {
    code,
    hash: toItemHash(code),
    status: row.status,
    frozenAt: iso(row.frozenAt),
    createdAt: row.createdAt.toISOString(),
    activatedAt: iso(row.activatedAt),
    retiredAt: iso(row.retiredAt),
    replacedBy: row.replacedBy,
    replacedAt: iso(row.replacedAt),
    replaces: await replacedWith(code, db),
    batch: row.batchId === null ? null : { id: row.batchId, name: row.batchName ?? '' },
    item:
      row.itemId === null
        ? null
        : { id: row.itemId, deleted: row.deletedAt !== null, hash: itemHash({ id: row.itemId, tagCode: row.tagCode }) },
    owner: row.uid === null || row.email === null ? null : { uid: row.uid, email: row.email },
    openings: await countScans(code, db),
    reports: await reportsOf(code, db),
    history: await actsOn(code, db),
  };
}

/** Freezes a tag, unfreezes it, or retires it for ever, and tells its owner. Doing it again changes nothing and tells nobody. */
export function administerTag(
  by: By,
  { code, act, reason }: { code: string; act: TagAction; reason: TagActionReason },
  services: Services,
): Promise<'done' | 'no-tag' | 'retired'> {
  return withLockedTag(code, services, async (trx, publish, { status, frozenAt, item }) => {
    if (status === 'retired') return act === 'retire' ? 'done' : 'retired';
    if (act !== 'retire' && (act === 'freeze') === (frozenAt !== null)) return 'done';
    const now = sql<Date>`now()`;
    const after =
      act === 'retire' ? { status: 'retired' as const, retiredAt: now } : { frozenAt: act === 'freeze' ? now : null };
    await trx.updateTable('tags').set(after).where('code', '=', code).execute();
    await recordAction(trx, {
      by,
      act: `${act}Tag`,
      subject: { kind: 'tag', id: code },
      changes: { reason: [null, reason], state: [stateOfTag({ status, frozenAt }), stateAfter(act, status)] },
    });
    if (item) {
      await moveAddress(trx, publish, item.id);
      await tagMails.disabled(trx, { code, act, item }, services);
      publish({ kind: 'mail' });
    }
    publish({ kind: 'tag', code });
    return 'done';
  });
}

function stateAfter(act: TagAction, status: TagStatus): TagStatus | 'frozen' {
  if (act === 'unfreeze') return status;
  return act === 'retire' ? 'retired' : 'frozen';
}

async function isThere(code: string, { db }: Services): Promise<boolean> {
  return (await db.selectFrom('tags').select('code').where('code', '=', code).executeTakeFirst()) !== undefined;
}

async function replacedWith(code: string, db: Executor): Promise<string | null> {
  const tag = await db.selectFrom('tags').select('code').where('replacedBy', '=', code).executeTakeFirst();
  return tag?.code ?? null;
}

async function countScans(code: string, db: Executor): Promise<number> {
  const { count } = await db
    .selectFrom('scans')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('tagCode', '=', code)
    .where('kind', '=', 'opened')
    .executeTakeFirstOrThrow();
  return Number(count);
}

async function reportsOf(code: string, db: Executor): Promise<AdministeredTag['reports']> {
  const rows = await db
    .selectFrom('tagReports')
    .select(['reason', 'text', 'createdAt'])
    .where('tagCode', '=', code)
    .orderBy('createdAt', 'desc')
    .limit(mostReports)
    .execute();
  return rows.map(({ reason, text, createdAt }) => ({ reason, text, at: createdAt.toISOString() }));
}

async function actsOn(code: string, db: Executor): Promise<AdministeredTag['history']> {
  const rows = await db
    .selectFrom('auditEntries')
    .leftJoin('users', 'users.uid', 'auditEntries.byUid')
    .select(['act', 'auditEntries.createdAt', 'users.email', 'byUid', 'changes'])
    .where('subjectId', '=', code)
    .where('subjectKind', '=', 'tag')
    .orderBy('auditEntries.createdAt', 'desc')
    .limit(mostActions)
    .execute();
  return rows.map(({ act, createdAt, email, byUid, changes }) => ({
    act: act as Act,
    at: createdAt.toISOString(),
    by: email ?? byUid,
    reason: tagActionReasons.find((reason) => reason === changes.reason?.[1]) ?? null,
  }));
}

/** The item of a tag; none when it is deleted. */
type LockedItem = { id: string; ownerId: string; name: string };

type LockedTag = Selectable<Tables['tags']> & { item: LockedItem | undefined };

type Work<Result> = (trx: Executor, publish: Publish, tag: LockedTag) => Promise<Result>;

/** Runs a transaction that has locked the item of a tag and then the tag, in the order of all who change both. */
async function withLockedTag<Result>(
  code: string,
  { events }: Services,
  work: Work<Result>,
): Promise<Result | 'no-tag'> {
  for (;;) {
    const done = await events.transaction(async (trx, publish) => {
      const tag = await lockTag(trx, code);
      return typeof tag === 'string' ? tag : { result: await work(trx, publish, tag) };
    });
    if (done === 'no-tag') return done;
    if (done !== 'changed') return done.result;
  }
}

/** `changed`: it came onto an item, or its item went, while this waited. */
async function lockTag(trx: Executor, code: string): Promise<LockedTag | 'no-tag' | 'changed'> {
  const tags = trx.selectFrom('tags').selectAll().where('code', '=', code);
  const { itemId } = (await tags.executeTakeFirst()) ?? {};
  const items = trx
    .selectFrom('items')
    .select(['id', 'ownerId', 'name', 'deletedAt'])
    .where('id', '=', itemId ?? '');
  const item = itemId ? await items.forNoKeyUpdate().executeTakeFirst() : undefined;
  const tag = await tags.forNoKeyUpdate().executeTakeFirst();
  if (!tag) return 'no-tag';
  if (tag.itemId !== itemId) return 'changed';
  return { ...tag, item: item?.deletedAt === null ? item : undefined };
}

type TagStatus = Selectable<Tables['tags']>['status'];

/** As administrators read it. */
function stateOfTag({ status, frozenAt }: { status: TagStatus; frozenAt: Date | null }): TagStatus | 'frozen' {
  return frozenAt ? 'frozen' : status;
}

/** Why a tag cannot take the place of another. */
type NotTaken = 'no-new-tag' | 'in-use' | 'frozen' | 'retired' | 'of-others';

type Replacement = { code: string; newCode?: string | undefined; reason: TagActionReason };

/**
 * Puts an unassigned tag, or one that is made now, on an item in the place of another, and tells its owner. The page of the old one still shows
 * the item, so that whoever finds it reaches the owner; replaced because it is misused, it is retired. A tag is replaced once.
 */
export function replaceTag(
  by: By,
  { code, newCode, reason }: Replacement,
  services: Services,
): Promise<{ state: 'replaced'; code: string } | { state: 'is-replaced' | NotTaken } | 'no-item' | 'no-tag'> {
  return withLockedTag(code, services, async (trx, publish, { item, replacedBy, status, frozenAt }) => {
    if (!item) return 'no-item';
    if (replacedBy !== null)
      return newCode === replacedBy ? { state: 'replaced', code: replacedBy } : { state: 'is-replaced' };
    const taken = newCode === undefined ? await makeTag(trx, item) : await takeTag(trx, newCode, item);
    if ('state' in taken) return taken;
    const now = sql<Date>`now()`;
    const ends = endsOldTag(reason) && status !== 'retired';
    await trx
      .updateTable('tags')
      .set({ replacedBy: taken.code, replacedAt: now, ...(ends && { status: 'retired', retiredAt: now }) })
      .where('code', '=', code)
      .execute();
    await recordAction(trx, {
      by,
      act: 'replaceTag',
      subject: { kind: 'tag', id: code },
      changes: {
        reason: [null, reason],
        replacedBy: [null, taken.code],
        newTag: [newCode === undefined ? null : 'blank', 'active'],
        ...(ends && { state: [stateOfTag({ status, frozenAt }), 'retired'] }),
      },
    });
    await moveAddress(trx, publish, item.id);
    const leadsOn = status !== 'retired' && !ends;
    await tagMails.replaced(trx, { code, newCode: taken.code, leadsOn, item }, services);
    publish({ kind: 'mail' });
    return { state: 'replaced', code: taken.code };
  });
}

async function makeTag(trx: Executor, { id }: LockedItem): Promise<{ code: string }> {
  const tag = { code: newTagCode(), status: 'active' as const, itemId: id, activatedAt: sql<Date>`now()` };
  await trx.insertInto('tags').values(tag).execute();
  return tag;
}

async function takeTag(
  trx: Executor,
  code: string,
  { id, ownerId }: LockedItem,
): Promise<{ code: string } | { state: NotTaken }> {
  const free = await trx
    .selectFrom('tags')
    .leftJoin('tagBatches', 'tagBatches.id', 'tags.batchId')
    .select(['status', 'frozenAt'])
    .select([isTagBatchOf(ownerId).as('isOwners'), sql<boolean>`owner_id is null and order_id is null`.as('isStock')])
    .where('code', '=', code)
    .forNoKeyUpdate('tags')
    .executeTakeFirst();
  if (!free) return { state: 'no-new-tag' };
  if (free.status === 'active') return { state: 'in-use' };
  if (free.status === 'retired') return { state: 'retired' };
  if (free.frozenAt) return { state: 'frozen' };
  if (!free.isOwners && !free.isStock) return { state: 'of-others' };
  await trx
    .updateTable('tags')
    .set({ status: 'active', itemId: id, activatedAt: sql<Date>`now()` })
    .where('code', '=', code)
    .execute();
  return { code };
}
