import type { IncomingMessage } from 'node:http';
import { can } from '../../domain/accounts/contract/can.ts';
import { whoMayEnter } from '../../domain/accounts/enter-session.ts';
import { openWithSecrets } from '../../domain/messages/conversations.ts';
import { countUnreadOf } from '../../domain/messages/owner-side.ts';
import type { Account } from '../../server/auth/auth.ts';
import { inBatches } from '../../server/concurrency.ts';
import type { Site } from '../http/site.ts';
import { readSecrets, readSessionCookie } from '../http/visitor.ts';

const together = 50;

type SignedIn = {
  uid: string;
  isAdmin: boolean;
  sessionId: string /** Renews the session's cookie. */;
  setCookie: string[];
};

export function createLiveQuestions(site: Site) {
  const { services, sessions } = site;
  const sessionOf = inBatches(together, (cookies: string[]) => sessions.fromCookies(cookies));
  const enters = inBatches(together, async (accounts: Account[]) => {
    const uids = await whoMayEnter(accounts, services);
    return new Map(accounts.map((account) => [account, uids.get(account.uid)]));
  });
  const unreadOf = inBatches(together, (uids: string[]) => countUnreadOf(uids, services));
  const conversationOf = inBatches(together, async (secrets: string[]) => {
    const opened = await openWithSecrets([...new Set(secrets)], services);
    return new Map(opened.map(({ secret, conversation }) => [secret, conversation.id]));
  });

  return {
    async signedIn(request: IncomingMessage): Promise<SignedIn | undefined> {
      const cookie = readSessionCookie(request.headers.cookie, site);
      const read = cookie ? await sessionOf(cookie) : undefined;
      const entered = read && (await enters(read.session.account));
      if (!entered) return undefined;
      const { account, id: sessionId } = read.session;
      return { uid: account.uid, isAdmin: can(entered, 'admin'), sessionId, setCookie: read.setCookie };
    },
    async conversationIds(request: IncomingMessage): Promise<string[]> {
      const { secrets } = readSecrets(request.headers.cookie, site);
      const ids = await Promise.all(secrets.map(conversationOf));
      return ids.filter((id) => id !== undefined);
    },
    unread: async (uid: string): Promise<number> => (await unreadOf(uid)) ?? 0,
  };
}
