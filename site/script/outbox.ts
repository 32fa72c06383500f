import { newIdempotencyKey } from '../../browser/idempotency-key.ts';
import { storageOf } from '../../browser/storage.ts';

/** After that the server may not know a key any more, and the words may no longer be right: their writer is asked. */
const longestWaitMs = 24 * 3_600_000;

type Kept = { /** Random, and known to this phone alone. */ id: string; entry: string; at: number };

/** What waits to be sent, each in an entry of its own: a page overwrites nothing that it or another page keeps. Sending one twice is sending it once. */
export function outboxIn<Sending extends object>(name: string) {
  const storage = storageOf('localStorage');
  /** For which the browser has no room. */
  const unstored = new Map<string, Sending & Kept>();
  const remove = ({ entry }: Kept) => {
    unstored.delete(entry);
    storage?.removeItem(entry);
  };
  const add = (sending: Sending, at = Date.now()) => {
    const id = newIdempotencyKey();
    const entry = `${name} ${id}`;
    const kept = { ...sending, id, entry, at };
    storage?.setItem(entry, JSON.stringify(kept));
    if (!storage?.getItem(entry)) unstored.set(entry, kept);
  };
  /** Oldest first, also what other pages keep; what waited too long comes last. */
  const read = () => {
    const stored = (storage?.names() ?? []).flatMap((entry): (Sending & Kept)[] => {
      const text = entry.startsWith(`${name} `) && storage?.getItem(entry);
      return text ? [JSON.parse(text)] : [];
    });
    return [...unstored.values(), ...stored]
      .map((kept) => ({ ...kept, isUnstored: unstored.has(kept.entry), isLate: Date.now() - kept.at > longestWaitMs }))
      .sort((one, other) => Number(one.isLate) - Number(other.isLate) || one.at - other.at);
  };
  // As earlier releases kept them: in one entry.
  for (const each of [JSON.parse(storage?.getItem(name) ?? '[]')].flat()) add(each, each.at);
  storage?.removeItem(name);
  return { read, add, remove };
}
