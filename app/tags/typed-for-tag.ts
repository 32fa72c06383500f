import { createDrafts } from '../../browser/drafts.ts';
import { storageOf } from '../../browser/storage.ts';
import type { NewItem } from '../../domain/items/contract/schema.ts';

type Typed = { code: string; details: NewItem };

/** What was typed about a tag that is not activated yet: one for each account, until it is activated or another tag is taken. */
export function typedForTag(uid: string) {
  const drafts = createDrafts(storageOf('localStorage'), uid);
  return {
    read(code: string): NewItem | undefined {
      const { text } = drafts.read(name);
      const typed = text ? (JSON.parse(text) as Typed) : undefined;
      return typed?.code === code ? typed.details : undefined;
    },
    keep: (typed: Typed) => drafts.write(name, { text: JSON.stringify(typed) }),
    drop: () => drafts.drop(name),
  };
}

const name = 'activation';
