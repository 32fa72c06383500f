import type { IncomingMessage } from 'node:http';
import type { LiveStreams } from '../../server/http/live-streams.ts';
import { networkKeyOf } from '../../server/http/network-key.ts';
import type { Site } from '../http/site.ts';

/** Open at the same time in one process; a stream costs about 16 kB (decision 006). */
export const mostStreams = {
  /** A browser holds one for each page that is looked at, and one for those that are not. */
  ofTopic: 30,
  findersOfNetwork: 100,
  /** A class of pupils who look at a page together. */
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
