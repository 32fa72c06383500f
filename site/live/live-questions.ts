import type { IncomingMessage } from 'node:http';
import { can } from '../../domain/accounts/contract/can.ts';
import { whoMayEnter } from '../../domain/accounts/enter-session.ts';
import { openWithSecrets } from '../../domain/messages/conversations.ts';
import { countUnreadOf } from '../../domain/messages/owner-side.ts';
import type { Account } from '../../server/auth/auth.ts';
import { inBatches } from '../../server/concurrency.ts';
import type { LiveStreams } from '../../server/http/live-streams.ts';
import { networkKeyOf } from '../../server/http/network-key.ts';
import { readSecrets, readSessionCookie, type Site } from '../http/visitor.ts';

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

/** Open at the same time in one process; a stream costs about 16 kB (decision 006). */
export const mostStreams = {
  /** A browser holds one for each page that is looked at, and one for those that are not. */
  ofTopic: 30,
  findersOfNetwork: 100,
  /** A school class may look at a page together. */
  strangersOfNetwork: 50,
  strangers: 5_000,
};

/** Answers the topics that a new stream may have; none when there is no room. */
export function createLiveLimits(streams: LiveStreams, { services: { keys }, trustProxy }: Site) {
  const hasRoom = (topic: string, most = mostStreams.ofTopic) => streams.count(topic) < most;
  return {
    ofPerson(request: IncomingMessage, user: string | undefined, conversations: string[]): string[] {
      // Whoever fills a shared conversation must not close the other topics of the person at its other end.
      const open = conversations.filter((topic) => hasRoom(topic));
      if (user && hasRoom(user)) return [user, ...open];
      const network = `finders ${networkKeyOf(request, { keys, trustProxy })}`;
      return open.length > 0 && hasRoom(network, mostStreams.findersOfNetwork) ? [...open, network] : [];
    },
    ofStranger(request: IncomingMessage): string[] {
      const network = `strangers ${networkKeyOf(request, { keys, trustProxy })}`;
      const isOpen = hasRoom('strangers', mostStreams.strangers) && hasRoom(network, mostStreams.strangersOfNetwork);
      return isOpen ? ['strangers', network] : [];
    },
  };
}
