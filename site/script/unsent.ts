import { newSendingKey } from '../../browser/sending-key.ts';
import { storageOf } from '../../browser/storage.ts';

/** The server forgets a key after that. */
const longestWaitMs = 24 * 3_600_000;

type Kept = { entry: string; at: number };

/** What waits to be sent, each in an entry of its own: a page overwrites nothing that it or another page keeps. Sending one twice is sending it once. */
export function unsentIn<Sending extends object>(name: string) {
  const storage = storageOf('localStorage');
  /** For which the browser has no room. */
  const unstored = new Map<string, Sending & Kept>();
  const remove = ({ entry }: Kept) => {
    unstored.delete(entry);
    storage?.removeItem(entry);
  };
  const add = (sending: Sending, at = Date.now()) => {
    const entry = `${name} ${newSendingKey()}`;
    const kept = { ...sending, entry, at };
    storage?.setItem(entry, JSON.stringify(kept));
    if (!storage?.getItem(entry)) unstored.set(entry, kept);
  };
  /** Oldest first, also what other pages keep. */
  const read = () => {
    const stored = (storage?.names() ?? []).flatMap((entry): (Sending & Kept)[] => {
      const text = entry.startsWith(`${name} `) && storage?.getItem(entry);
      return text ? [JSON.parse(text)] : [];
    });
    return [...unstored.values(), ...stored]
      .filter((kept) => Date.now() - kept.at < longestWaitMs || remove(kept))
      .sort((one, other) => one.at - other.at);
  };
  // As earlier releases kept them: in one entry.
  for (const each of [JSON.parse(storage?.getItem(name) ?? '[]')].flat()) add(each, each.at);
  storage?.removeItem(name);
  return { read, add, remove };
}
