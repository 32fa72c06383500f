import { LRUCache } from 'lru-cache';
import { hotRead } from '../db/hot-read.ts';
import type { Database } from '../db/tables.ts';
import type { Events } from '../events/events.ts';
import type { Keys } from '../secret.ts';
import { readAccessToken } from './access-token.ts';
import { type Auth, longestSessionMs, type Session } from './auth.ts';
import { hashToken } from './token-hash.ts';

const cacheMs = 5_000;
/** Of each of the two memories: some thousand sessions. */
const cacheBytes = 2_000_000;

type Read = { session: Session; setCookie: string[] };

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions by cookie or by access token, remembered for seconds. What ends a session (sign-out, password reset, role change)
 * is an event on every process, and empties what is remembered of that account.
 */
export function createSessions(deps: { auth: Auth; db: Database; keys: Keys; events: Events }) {
  const { auth, db, keys, events } = deps;
  /** By the cookie's value, and by the session's id: an id is no secret, so it may never pass for a cookie. */
  const byCookie = createMemory();
  const byId = createMemory();
  /** Counts what ended sessions: a read that was under way meanwhile is not remembered. */
  let epoch = 0;

  const unsubscribe = events.subscribe((event) => {
    if (event.kind === 'resync') for (const memory of [byCookie, byId]) memory.clear();
    if (event.kind !== 'session') return;
    epoch += 1;
    for (const memory of [byCookie, byId]) memory.drop(event.uid);
  });

  return {
    /** The session of the cookie's value, and the headers that renew it when due. */
    async fromCookie(cookie: string): Promise<Read | null> {
      const remembered = byCookie.get(cookie);
      if (remembered) return { session: remembered, setCookie: [] };
      const begun = { epoch, at: performance.now() };
      const read = await auth.readSession(cookie);
      if (read && begun.epoch === epoch) byCookie.set(cookie, read.session, begun.at);
      return read;
    },
    /** The same for many cookies at once, in one statement. One whose renewal is due is read by itself. */
    async fromCookies(cookies: string[]): Promise<Map<string, Read>> {
      const begun = { epoch, at: performance.now() };
      const tokens = new Map(cookies.map((cookie) => [hashToken(auth.readToken(cookie) ?? ''), cookie]));
      const reads = new Map<string, Read>();
      for (const { tokenHash, id, expiresAt, ...account } of await findSessions(db, [...tokens.keys()])) {
        const cookie = tokens.get(tokenHash) ?? '';
        const session = { id, account };
        const read = auth.isRenewalDue(expiresAt) ? await auth.readSession(cookie) : { session, setCookie: [] };
        if (read) reads.set(cookie, read);
        if (read && begun.epoch === epoch) byCookie.set(cookie, read.session, begun.at);
      }
      return reads;
    },
    /** The session that an access token is bound to, if it still exists. */
    async fromToken(token: string): Promise<Session | null> {
      const bound = await readAccessToken(keys.key('access-token'), token);
      if (!bound) return null;
      const remembered = byId.get(bound.id);
      if (remembered) return remembered;
      const begun = { epoch, at: performance.now() };
      const session = await findSession(db, bound.id);
      if (session && begun.epoch === epoch) byId.set(bound.id, session, begun.at);
      return session;
    },
    /** Whose token it is or was, even when it expired or its session has ended: enough to say why. Null when it is forged. */
    async ownerOfToken(token: string): Promise<string | null> {
      return (await readAccessToken(keys.key('access-token'), token, new Date(0)))?.uid ?? null;
    },
    close: unsubscribe,
  };
}

/** Sessions by a key, each for seconds since it was read. */
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
  const [row] = await readSession(db, id, new Date(), new Date(Date.now() - longestSessionMs));
  return row ? { id, account: row } : null;
}

const readSession = hotRead('session', (db) =>
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
    .where('authSessions.id', '=', '')
    .where('authSessions.expiresAt', '>', new Date())
    .where('authSessions.createdAt', '>', new Date()),
);

function findSessions(db: Database, tokenHashes: string[]) {
  return db
    .selectFrom('authSessions')
    .innerJoin('authUsers', 'authUsers.id', 'authSessions.userId')
    .select([
      'authSessions.id',
      'authSessions.token as tokenHash',
      'authSessions.expiresAt',
      'authUsers.id as uid',
      'authUsers.email',
      'authUsers.name',
      'authUsers.emailVerified',
      'authUsers.createdAt',
    ])
    .where('authSessions.token', 'in', tokenHashes)
    .where('authSessions.expiresAt', '>', new Date())
    .where('authSessions.createdAt', '>', new Date(Date.now() - longestSessionMs))
    .execute();
}
