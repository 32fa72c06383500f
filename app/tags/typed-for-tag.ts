import { authorsOf, createDrafts } from '../../browser/drafts.ts';
import { storageOf } from '../../browser/storage.ts';
import type { NewItem } from '../../domain/items/contract/schema.ts';
import { keptMs } from '../session/kept-for-a-day.ts';

type Typed = { code: string; details: NewItem };

/**
 * What was typed about a tag that is not activated yet: one for each account, for a day, until the tag is activated or cannot be, or
 * another one is taken.
 */
export function typedForTag(uid: string) {
  const storage = storageOf('localStorage');
  const drafts = createDrafts(storage, uid);
  return {
    read(code: string): NewItem | undefined {
      const { text } = drafts.read(name);
      const typed = text ? (JSON.parse(text) as Typed) : undefined;
      return typed?.code === code ? typed.details : undefined;
    },
    /** @returns the sending key: an earlier one of the same words, whose answer may be lost, otherwise `key` */
    keep(typed: Typed, key: string): string {
      const text = JSON.stringify(typed);
      const { attempt: before } = drafts.read(name);
      const attempt = before?.text === text ? before : { key, text };
      drafts.write(name, { text, attempt, until: Date.now() + keptMs });
      return attempt.key;
    },
    drop: () => drafts.drop(name),
    /** The tag is in use: what others typed about it on this device is over, too. */
    end(code: string): void {
      drafts.drop(name);
      for (const author of authorsOf(storage, name)) {
        const others = typedForTag(author);
        if (others.read(code)) others.drop();
      }
    },
  };
}

const name = 'activation';
