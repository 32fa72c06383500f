import type { IncomingMessage } from 'node:http';
import type { LiveStreams } from '../../server/http/live-streams.ts';
import { networkKeyOf } from '../../server/http/network-key.ts';
import type { Site } from '../http/site.ts';

/**
 * How many live streams may be open in this process at the same moment. One costs about 16 kB (decision 006). Whoever is refused one asks
 * about maintenance now and then instead.
 */
export const mostStreams = {
  /** Of one account, or about one conversation: a browser holds one; over plain http, one for each tab. */
  ofTopic: 30,
  /** Of finders on one network: whoever sends a message has a conversation, so conversations are no bound. */
  findersOfNetwork: 100,
  /** Of strangers on one network: a class of pupils who look at a page together. */
  strangersOfNetwork: 50,
  /** Of strangers in all: 80 MB. */
  strangers: 5_000,
};

/** Which topics a new stream may have; each answer is empty when there is no room for it. */
export function createLiveLimits(streams: LiveStreams, { installation: { keys }, trustProxy }: Site) {
  const hasRoom = (topic: string, most = mostStreams.ofTopic) => streams.count(topic) < most;
  return {
    ofPerson(request: IncomingMessage, user: string | undefined, conversations: string[]): string[] {
      // A conversation is shared: who fills it must not keep the other from the rest.
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
