import { sql } from 'kysely';
import { LRUCache } from 'lru-cache';
import { preparedQuery } from '../db/statements.ts';
import type { Database, Executor } from '../db/tables.ts';
import type { Events } from '../events/events.ts';
import type { Keys } from '../secret.ts';
import { type Auth, longestSessionMs, type Session } from './auth.ts';
import { hashToken, readAccessToken } from './tokens.ts';

const cacheMs = 5_000;
const cacheBytes = 2_000_000;

type Read = { session: Session; setCookie: string[] };

export type Sessions = ReturnType<typeof createSessions>;

/** Sessions by cookie or access token, cached for seconds. An event clears an account's entries on every process. */
export function createSessions(deps: { auth: Auth; db: Database; keys: Keys; events: Events }) {
  const { auth, db, keys, events } = deps;
  /** Two caches, because a session's id is no secret and must not pass for a cookie. */
  const byCookie = createMemory();
  const byId = createMemory();
  /** Counts events that end sessions: a read from before is not cached. */
  let epoch = 0;

  const unsubscribe = events.subscribe((event) => {
    if (event.kind === 'resync') for (const memory of [byCookie, byId]) memory.clear();
    if (event.kind !== 'session') return;
    epoch += 1;
    for (const memory of [byCookie, byId]) memory.drop(event.uid);
  });

  return {
    async fromCookie(cookie: string): Promise<Read | null> {
      const remembered = byCookie.get(cookie);
      if (remembered) return { session: remembered, setCookie: [] };
      const readStart = { epoch, at: performance.now() };
      const read = await auth.readSession(cookie);
      if (read && readStart.epoch === epoch) byCookie.set(cookie, read.session, readStart.at);
      return read;
    },
    async fromCookies(cookies: string[]): Promise<Map<string, Read>> {
      const readStart = { epoch, at: performance.now() };
      const tokens = new Map(cookies.map((cookie) => [hashToken(auth.readToken(cookie) ?? ''), cookie]));
      const reads = new Map<string, Read>();
      for (const { tokenHash, id, expiresAt, ...account } of await findSessions(db, [...tokens.keys()])) {
        const cookie = tokens.get(tokenHash) ?? '';
        const session = { id, account };
        const read = auth.isRenewalDue(expiresAt) ? await auth.readSession(cookie) : { session, setCookie: [] };
        if (read) reads.set(cookie, read);
        if (read && readStart.epoch === epoch) byCookie.set(cookie, read.session, readStart.at);
      }
      return reads;
    },
    async fromToken(token: string): Promise<Session | null> {
      const bound = await readAccessToken(keys.key('access-token'), token);
      if (!bound) return null;
      const remembered = byId.get(bound.id);
      if (remembered) return remembered;
      const readStart = { epoch, at: performance.now() };
      const session = await findSession(db, bound.id);
      if (session && readStart.epoch === epoch) byId.set(bound.id, session, readStart.at);
      return session;
    },
    async ownerOfToken(token: string): Promise<string | null> {
      return (await readAccessToken(keys.key('access-token'), token, new Date(0)))?.uid ?? null;
    },
    close: unsubscribe,
  };
}

function createMemory() {
  const known = new LRUCache<string, Session>({
    maxSize: cacheBytes,
    sizeCalculation: (session, key) => key.length + JSON.stringify(session).length,
    ttl: cacheMs,
  });
  return {
    get: (key: string): Session | undefined => known.get(key),
    set: (key: string, session: Session, readAt: number) => void known.set(key, session, { start: readAt }),
    drop(uid: string) {
      for (const [key, session] of known.entries()) if (session.account.uid === uid) known.delete(key);
    },
    clear: () => known.clear(),
  };
}

async function findSession(db: Database, id: string): Promise<Session | null> {
  const [row] = await readSession(db, id);
  return row ? { id, account: row } : null;
}

const isCurrent = sql<boolean>`auth_sessions.expires_at > now()
  and auth_sessions.created_at > now() - make_interval(secs => ${sql.lit(longestSessionMs / 1000)})`;

const currentSessions = (db: Executor) =>
  db
    .selectFrom('authSessions')
    .innerJoin('authUsers', 'authUsers.id', 'authSessions.userId')
    .select([
      'authUsers.id as uid',
      'authUsers.email',
      'authUsers.name',
      'authUsers.emailVerified',
      'authUsers.createdAt',
    ])
    .where(isCurrent);

const readSession = preparedQuery('session', (db) => currentSessions(db).where('authSessions.id', '=', ''));

function findSessions(db: Executor, tokenHashes: string[]) {
  return currentSessions(db)
    .select(['authSessions.id', 'authSessions.token as tokenHash', 'authSessions.expiresAt'])
    .where('authSessions.token', 'in', tokenHashes)
    .execute();
}
