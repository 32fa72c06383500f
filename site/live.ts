import type { IncomingMessage, ServerResponse } from 'node:http';
import { currentUser } from '../domain/accounts/enter-session.ts';
import { openWithSecret } from '../domain/messages/finder-secret.ts';
import { countUnread } from '../domain/messages/owner-side.ts';
import type { Event } from '../server/events/events.ts';
import { readCookie } from '../server/http/cookies.ts';
import { createLiveStreams } from '../server/http/live-streams.ts';
import { createLiveLimits } from './live-limits.ts';
import { createMaintenanceNews, everybodyTopic } from './live-maintenance.ts';
import type { Site } from './site.ts';
import { readSecrets } from './visitor.ts';

const userTopic = (uid: string) => `user ${uid}`;
const conversationTopic = (id: string) => `conversation ${id}`;

/** GET /live: tells an owner's browser about unread messages, owner and finder that a conversation changed, and everybody of maintenance. */
export function createLive(site: Site) {
  const { installation } = site;
  const streams = createLiveStreams();
  const limits = createLiveLimits(streams, site);
  const maintenance = createMaintenanceNews(streams, installation);
  /** Who is being counted; true when something happened meanwhile and the count must be made again. */
  const counting = new Map<string, boolean>();

  const tellUnread = async (uid: string): Promise<void> => {
    if (counting.has(uid)) counting.set(uid, true);
    if (counting.has(uid) || streams.count(userTopic(uid)) === 0) return;
    try {
      do {
        counting.set(uid, false);
        streams.send(userTopic(uid), 'unread', { unread: await countUnread({ uid }, installation) });
      } while (counting.get(uid));
    } catch (error) {
      installation.log.error({ error }, 'could not count unread messages');
    } finally {
      counting.delete(uid);
    }
  };

  const onEvent = (event: Event) => {
    if (event.kind === 'unread') {
      void tellUnread(event.uid);
    } else if (event.kind === 'conversation') {
      streams.send(conversationTopic(event.id), 'conversation', { id: event.id });
      streams.send(userTopic(event.ownerId), 'conversation', { id: event.id });
    } else if (event.kind === 'session') {
      // Every tab asks anew who is signed in; the stream itself is authenticated anew too.
      streams.send(userTopic(event.uid), 'session', {});
      streams.end(userTopic(event.uid));
    } else if (event.kind === 'settings') {
      void maintenance.changed();
    } else if (event.kind === 'resync') {
      maintenance.forget();
      // Whatever was missed: the browsers come back and read anew.
      streams.endAll();
    }
  };
  /** Without a topic there is no room: the page goes on asking by itself, more and more seldom. */
  const stream = (request: IncomingMessage, response: ServerResponse, topics: string[]) => {
    if (topics.length > 0) void maintenance.greet(streams.open(request, response, [everybodyTopic, ...topics]));
    else response.writeHead(429, { 'Cache-Control': 'no-store', 'Retry-After': '60' }).end();
  };
  const unsubscribe = installation.events.subscribe(onEvent);

  return {
    async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const uid = await readUid(request, site);
      const conversations = await readConversationIds(request, site);
      if (!uid && conversations.length === 0) {
        // 204 tells an EventSource to stop asking.
        response.writeHead(204, { 'Cache-Control': 'no-store' }).end();
        return;
      }
      const own = limits.ofPerson(request, uid && userTopic(uid), conversations.map(conversationTopic));
      stream(request, response, own);
      if (uid) await tellUnread(uid);
    },
    /** GET /live/everybody: only what concerns everybody, without asking who it is. */
    answerEverybody(request: IncomingMessage, response: ServerResponse): void {
      stream(request, response, limits.ofStranger(request));
    },
    close() {
      unsubscribe();
      streams.close();
    },
  };
}

async function readUid(request: IncomingMessage, site: Site): Promise<string | undefined> {
  const header = request.headers.cookie;
  const cookie = readCookie(header, site.cookies.session);
  const read = cookie && header ? await site.sessions.fromCookie(cookie, header) : null;
  return read ? (await currentUser(read.session.account, site.installation))?.uid : undefined;
}

async function readConversationIds(request: IncomingMessage, site: Site): Promise<string[]> {
  const opened = await Promise.all(
    readSecrets(request.headers.cookie, site).map((secret) => openWithSecret(secret, site.installation)),
  );
  return opened.flatMap((conversation) => (conversation ? [conversation.id] : []));
}
