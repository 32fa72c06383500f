import type { Database } from '../db/tables.ts';
import type { Events } from '../events/events.ts';
import type { Keys } from '../secret.ts';
import { readAccessToken } from './access-token.ts';
import type { Auth, Session } from './auth.ts';

const cacheMs = 5_000;
const cacheSize = 5_000;

type Read = { session: Session; setCookie: string[] };

export type Sessions = ReturnType<typeof createSessions>;

/**
 * Sessions by cookie or by access token, remembered for seconds. What ends a session (sign-out, password reset, role change)
 * is an event on every process, and empties what is remembered of that account.
 */
export function createSessions(deps: { auth: Auth; db: Database; keys: Keys; events: Events }) {
  const { auth, db, keys, events } = deps;
  const known = new Map<string, { session: Session; until: number }>();
  /** Counts what ended sessions: a read that was under way meanwhile is not remembered. */
  let epoch = 0;

  const unsubscribe = events.subscribe((event) => {
    if (event.kind === 'resync') known.clear();
    if (event.kind !== 'session') return;
    epoch += 1;
    for (const [key, { session }] of known) if (session.account.uid === event.uid) known.delete(key);
  });

  const remember = (key: string, session: Session, begun: number) => {
    if (begun !== epoch) return;
    if (known.size >= cacheSize) known.clear();
    known.set(key, { session, until: Date.now() + cacheMs });
  };
  const recall = (key: string): Session | undefined => {
    const entry = known.get(key);
    if (entry && entry.until > Date.now()) return entry.session;
    known.delete(key);
    return undefined;
  };

  return {
    /** The session of the cookie, and the headers that renew it when due. */
    async fromCookie(cookie: string, cookieHeader: string): Promise<Read | null> {
      const remembered = recall(cookie);
      if (remembered) return { session: remembered, setCookie: [] };
      const begun = epoch;
      const read = await auth.readSession(new Headers({ cookie: cookieHeader }));
      if (read) remember(cookie, read.session, begun);
      return read;
    },
    /** The session that an access token is bound to, if it still exists. */
    async fromToken(token: string): Promise<Session | null> {
      const bound = await readAccessToken(keys.key('access-token'), token);
      if (!bound) return null;
      const remembered = recall(bound.id);
      if (remembered) return remembered;
      const begun = epoch;
      const session = await findSession(db, bound.id);
      if (session) remember(bound.id, session, begun);
      return session;
    },
    /** Whose token it is or was, even when it expired or its session has ended: enough to say why. Null when it is forged. */
    async ownerOfToken(token: string): Promise<string | null> {
      return (await readAccessToken(keys.key('access-token'), token, new Date(0)))?.uid ?? null;
    },
    close: unsubscribe,
  };
}

async function findSession(db: Database, id: string): Promise<Session | null> {
  const row = await db
    .selectFrom('authSessions')
    .innerJoin('authUsers', 'authUsers.id', 'authSessions.userId')
    .select([
      'authUsers.id as uid',
      'authUsers.email',
      'authUsers.name',
      'authUsers.emailVerified',
      'authUsers.createdAt',
    ])
    .where('authSessions.id', '=', id)
    .where('authSessions.expiresAt', '>', new Date())
    .executeTakeFirst();
  return row ? { id, account: row } : null;
}
