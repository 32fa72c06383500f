import { findTagPage } from '../domain/items/tag-page.ts';
import { findConversationAbout, openWithSecret } from '../domain/messages/conversations.ts';
import { readProof } from '../domain/second-factor/proof.ts';
import { readClosedParts } from '../domain/settings/maintenance.ts';
import type { Services } from '../server/services.ts';

export type RequestReads = ReturnType<typeof createRequestReads>;

/** What one request has to know of the database. Whoever asks again within the request gets the same answer. */
export function createRequestReads(services: Services) {
  return {
    closedParts: once(() => readClosedParts(services)),
    secondFactorProof: once((sessionId: string | undefined) => readProof(sessionId, services.db)),
    tagPage: once((hash: string) => findTagPage(hash, services)),
    conversation: once((secret: string) => openWithSecret(secret, services)),
    conversationAbout: once((itemId: string, secrets: string[]) => findConversationAbout(itemId, secrets, services)),
  };
}

function once<Args extends unknown[], Result>(read: (...args: Args) => Promise<Result>) {
  const known = new Map<string, Promise<Result>>();
  return (...args: Args): Promise<Result> => {
    const key = JSON.stringify(args);
    const reading = known.get(key) ?? read(...args);
    known.set(key, reading);
    return reading;
  };
}
