import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Event } from '../../server/events/changes.ts';
import { createLiveStreams } from '../../server/http/live-streams.ts';
import type { Site } from '../http/visitor.ts';
import { administratorsTopic, createMaintenanceNews, createNeedsNews, everybodyTopic } from './live-news.ts';
import { createLiveLimits, createLiveQuestions } from './live-questions.ts';

const userTopic = (uid: string) => `user ${uid}`;
const sessionPrefix = 'session ';
const sessionTopic = (id: string) => sessionPrefix + id;
const conversationTopic = (id: string) => `conversation ${id}`;

export function createLive(site: Site) {
  const { services } = site;
  const streams = createLiveStreams();
  const limits = createLiveLimits(streams, site);
  const maintenance = createMaintenanceNews(streams, services);
  const needs = createNeedsNews(streams);
  const ask = createLiveQuestions(site);
  /** The users whose count is running; true when it has to run again. */
  const counting = new Map<string, boolean>();

  const tellUnread = async (uid: string): Promise<void> => {
    if (counting.has(uid)) counting.set(uid, true);
    if (counting.has(uid) || streams.count(userTopic(uid)) === 0) return;
    try {
      do {
        counting.set(uid, false);
        streams.send(userTopic(uid), 'unread', { unread: await ask.unread(uid) });
      } while (counting.get(uid));
    } catch (error) {
      services.log.error({ error }, 'could not count unread messages');
      // The pages reconnect, and are counted again.
      streams.end(userTopic(uid));
    } finally {
      counting.delete(uid);
    }
  };

  const onEvent = (event: Event) => {
    needs.mayHaveChanged(event);
    if (event.kind === 'unread') {
      void tellUnread(event.uid);
    } else if (event.kind === 'conversation') {
      streams.send(conversationTopic(event.id), 'conversation', { id: event.id });
      for (const uid of [event.ownerId, ...(event.members ?? [])])
        streams.send(userTopic(uid), 'conversation', { id: event.id });
    } else if (event.kind === 'sharing' || event.kind === 'handover') {
      streams.send(userTopic(event.uid), event.kind, { item: event.itemId, ended: event.ended === true });
    } else if (event.kind === 'scan') {
      streams.send(userTopic(event.ownerId), 'scan', { id: event.itemId });
    } else if (event.kind === 'first-steps') {
      streams.send(userTopic(event.uid), 'first-steps', {});
    } else if (event.kind === 'session') {
      const topic = event.timedOut ? sessionTopic(event.timedOut) : userTopic(event.uid);
      streams.send(topic, 'session', event.timedOut ? { reason: 'timeout' } : {});
      streams.end(topic);
    } else if (event.kind === 'settings') {
      void maintenance.changed();
    } else if (event.kind === 'resync') {
      maintenance.forget();
      streams.endAll();
    }
  };
  /** No topics means no room; the page then polls by itself. */
  const stream = (request: IncomingMessage, response: ServerResponse, topics: string[], setCookie?: string[]) => {
    if (topics.length > 0)
      void maintenance.greet(streams.open(request, response, [everybodyTopic, ...topics], setCookie));
    else response.writeHead(429, { 'Cache-Control': 'no-store', 'Retry-After': '60' }).end();
  };
  const unsubscribe = services.events.subscribe(onEvent);

  return {
    async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
      const signedIn = await ask.signedIn(request);
      const conversations = await ask.conversationIds(request);
      if (!signedIn && conversations.length === 0) {
        // 204 tells an EventSource to stop asking.
        response.writeHead(204, { 'Cache-Control': 'no-store' }).end();
        return;
      }
      const user = signedIn && userTopic(signedIn.uid);
      const own = limits.ofPerson(request, user, conversations.map(conversationTopic));
      const session = signedIn && own.includes(userTopic(signedIn.uid)) ? [sessionTopic(signedIn.sessionId)] : [];
      const admin = session.length > 0 && signedIn?.isAdmin ? [administratorsTopic] : [];
      stream(request, response, [...own, ...session, ...admin], signedIn?.setCookie);
      if (signedIn) await tellUnread(signedIn.uid);
    },
    answerEverybody(request: IncomingMessage, response: ServerResponse): void {
      stream(request, response, limits.ofStranger(request));
    },
    openSessions: (): string[] =>
      streams
        .topics()
        .filter((topic) => topic.startsWith(sessionPrefix))
        .map((topic) => topic.slice(sessionPrefix.length)),
    close() {
      unsubscribe();
      needs.close();
      streams.close();
    },
  };
}
