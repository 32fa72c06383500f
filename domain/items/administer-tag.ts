import { sql } from 'kysely';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { By } from '../accounts/administer-account.ts';
import type { Act } from '../audit/contract/actions.ts';
import { recordAction } from '../audit/record-action.ts';
import { tell } from '../notifications/tell.ts';
import {
  type AdministeredTag,
  type TagAction,
  type TagActionReason,
  tagActionReasons,
} from './contract/administered-tag.ts';
import { fromItemHash, toItemHash, withoutSentenceMarks } from './contract/item-hash.ts';
import { isTagCode, readTagCode } from './contract/tag-code.ts';
import { moveAddress } from './item-address.ts';
import { itemHash } from './items.ts';
import { findMovedTag } from './legacy-tags.ts';
import { stateOfTag, type TagStatus, withLockedTag } from './lock-tag.ts';

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
      await tell(trx, 'tagDisabled', { code, act, item }, services);
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
