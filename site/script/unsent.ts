import { storageOf } from '../../browser/storage.ts';

/** The server forgets a key after that. */
const longestWaitMs = 24 * 3_600_000;

/** What waits to be sent, each in an entry of its own: a page overwrites nothing that another page keeps. Sending one twice is sending it once. */
export function unsentIn<Sending extends { key: string; at: number }>(name: string) {
  const storage = storageOf('localStorage');
  const known = new Map<string, Sending>();
  const entryOf = ({ key }: Sending) => `${name} ${key}`;
  const remove = (sending: Sending) => {
    known.delete(entryOf(sending));
    storage?.removeItem(entryOf(sending));
  };
  return {
    /** Oldest first, also what other pages keep. */
    read(): Sending[] {
      for (const entry of storage?.names() ?? []) {
        const kept = entry.startsWith(`${name} `) && storage?.getItem(entry);
        if (kept) known.set(entry, JSON.parse(kept));
      }
      for (const sending of known.values()) if (Date.now() - sending.at > longestWaitMs) remove(sending);
      return [...known.values()].sort((one, other) => one.at - other.at);
    },
    add(sending: Sending): void {
      known.set(entryOf(sending), sending);
      storage?.setItem(entryOf(sending), JSON.stringify(sending));
    },
    remove,
  };
}
