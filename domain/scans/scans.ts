import { createHmac, randomBytes } from 'node:crypto';
import { isbot } from 'isbot';
import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { isoTimes, type PageRequest, readNewest } from '../../server/db/keyset.ts';
import { deleteOlder } from '../../server/db/statements.ts';
import type { Tables } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { fromItemHash, toItemHash } from '../items/contract/item-hash.ts';
import { isTagCode } from '../items/contract/tag-code.ts';
import { type Owner, readItem } from '../items/items.ts';
import { scanDays } from './contract/schema.ts';

/** A page of the scans of an item's tags, the newest first: those by robots, or all others. */
export async function listScans(
  owner: Owner,
  { itemId, robots, ...request }: PageRequest & { itemId: string; robots: boolean },
  services: Services,
) {
  const { db, keys } = services;
  if (!(await readItem(owner, itemId, services))) return 'no-item';
  return readNewest({
    ...request,
    as: 'scans',
    list: JSON.stringify(['scans', owner.uid, itemId, robots]),
    keys,
    rows: db
      .selectFrom('scans')
      .select(['id', 'tagCode as code', 'kind', 'scannedAt as at'])
      .where('itemId', '=', itemId)
      .where('ownerId', '=', owner.uid)
      .where(sql<boolean>`(kind = 'robot') = ${robots}`),
    by: ['scannedAt', 'id'],
    show: isoTimes,
  });
}

export function deleteOldScans({ db }: Services): Promise<void> {
  return deleteOlder(db, 'scans', 'scanned_at', scanDays);
}

type Kind = Tables['scans']['kind'];

type NewScan = {
  hash: string;
  /** As far as the request tells; a robot may also tell by its name. */
  kind: Kind;
  network: string;
  userAgent: string;
};

const writeEveryMs = 1_000;
/** Scans of one browser within this time are one. */
const onceMs = 10 * 60_000;
const dayMs = 24 * 60 * 60_000;
/** The most different scans between two writes. */
const mostWaiting = 1_000;
const mostWaitingOfTag = 100;
const mostBrowsers = 50_000;
const mostTags = 10_000;
/** Rows of one tag and kind within `onceMs`, so that a flood costs little. */
const mostOfTag = 20;
/** Browsers tell who they are in fewer characters. */
const longestUserAgent = 300;

type TimedScan = NewScan & { at: number };
type Row = { code: string; kind: Kind; at: Date };

/**
 * Counts scans of tags' pages in memory, and writes them every second in one statement.
 * Which browser it was is known for ten minutes at most, as a keyed hash whose key is never stored and changes every day.
 */
export function createScanRecorder({ events, log }: Pick<Services, 'events' | 'log'>) {
  /** By network: to compare the few of one network costs less than a key made of all that a scan is. */
  const opened = new Map<string, TimedScan[]>();
  const openedOfTag = new Map<string, number>();
  let waiting = 0;
  const seen = new LRUCache<string, true>({ max: mostBrowsers, ttl: onceMs });
  const rowsOfTag = new LRUCache<string, number>({ max: mostTags, ttl: onceMs, noUpdateTTL: true });
  let key = { bytes: randomBytes(32), madeAt: Date.now() };
  let unwritten: Row[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let writing: Promise<void> = Promise.resolve();
  let failing = false;
  let closed = false;

  const isFirst = (code: string, { kind, network, userAgent }: NewScan): boolean => {
    const tag = `${code} ${kind}`;
    const rows = rowsOfTag.get(tag) ?? 0;
    if (rows >= mostOfTag) return false;
    const browser = createHmac('sha256', key.bytes).update(`${tag} ${network} ${userAgent}`).digest('base64url');
    if (seen.has(browser)) return false;
    seen.set(browser, true);
    rowsOfTag.set(tag, rows + 1);
    return true;
  };
  const toRows = (scan: TimedScan): Row[] => {
    const code = fromItemHash(scan.hash);
    if (!isTagCode(code) || toItemHash(code) !== scan.hash) return [];
    const kind = scan.kind === 'opened' && isRobot(scan.userAgent) ? 'robot' : scan.kind;
    return isFirst(code, { ...scan, kind }) ? [{ code, kind, at: new Date(scan.at) }] : [];
  };
  const write = async (): Promise<void> => {
    timer = undefined;
    if (Date.now() - key.madeAt > dayMs) key = { bytes: randomBytes(32), madeAt: Date.now() };
    const rows = [...unwritten, ...[...opened.values()].flat().flatMap(toRows)].slice(0, mostWaiting);
    opened.clear();
    openedOfTag.clear();
    waiting = 0;
    unwritten = [];
    if (rows.length === 0) return;
    try {
      await insertScans(rows, events);
      failing = false;
    } catch (error) {
      if (!failing) log.warn({ error }, 'could not write scans; trying again');
      failing = true;
      unwritten = rows;
      writeSoon();
    }
  };
  const writeNow = () => {
    clearTimeout(timer);
    writing = writing.then(write);
    return writing;
  };
  const writeSoon = () => {
    if (!closed) timer ??= setTimeout(writeNow, writeEveryMs);
  };

  return {
    record(scan: NewScan): void {
      const { hash, kind, network } = scan;
      const userAgent = scan.userAgent.slice(0, longestUserAgent);
      const ofNetwork = opened.get(network);
      if (ofNetwork?.some((each) => each.kind === kind && each.hash === hash && each.userAgent === userAgent)) return;
      const ofTag = openedOfTag.get(hash) ?? 0;
      if (closed || waiting >= mostWaiting || ofTag >= mostWaitingOfTag) return;
      const first = { hash, kind, network, userAgent, at: Date.now() };
      if (ofNetwork) ofNetwork.push(first);
      else opened.set(network, [first]);
      openedOfTag.set(hash, ofTag + 1);
      waiting += 1;
      writeSoon();
    },
    close(): Promise<void> {
      closed = true;
      return writeNow();
    },
  };
}

function isRobot(userAgent: string): boolean {
  return userAgent === '' || isbot(userAgent);
}

/** Tags that are not in use have no scans. */
async function insertScans(rows: Row[], events: Services['events']): Promise<void> {
  const column = <Name extends keyof Row>(name: Name) => rows.map((row) => row[name]);
  await events.transaction(async (trx, publish) => {
    const inserted = await sql<{ itemId: string; ownerId: string }>`
      insert into scans (tag_code, item_id, owner_id, kind, scanned_at)
      select tags.code, items.id, items.owner_id, opened.kind, opened.at
      from unnest(${column('code')}::text[], ${column('kind')}::text[], ${column('at')}::timestamptz[])
        as opened (code, kind, at)
      join tags on tags.code = opened.code and tags.status = 'active'
      join items on items.id = tags.item_id and items.deleted_at is null and items.archived_at is null
      -- What was opened before the item was handed over is nothing of its new owner's.
      where not exists (select from item_handovers where item_id = items.id and accepted_at > opened.at)
      returning item_id, owner_id`.execute(trx);
    const owners = new Map(inserted.rows.map(({ itemId, ownerId }) => [itemId, ownerId]));
    publish(...owners.entries().map(([itemId, ownerId]) => ({ kind: 'scan' as const, itemId, ownerId })));
  });
}
