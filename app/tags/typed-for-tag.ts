import { authorsOf, createDrafts } from '../../browser/drafts.ts';
import { storageOf } from '../../browser/storage.ts';
import type { NewItem } from '../../domain/items/contract/schema.ts';
import { keptMs } from '../session/kept-for-a-day.ts';

type Typed = { code: string; details: NewItem };
type Chosen = { code: string; type: string; base64: string };

/**
 * What was typed about a tag that is not activated yet, and the picture that was chosen: one for each account, for a day, until
 * the tag is activated or cannot be, or another one is taken.
 */
export function typedForTag(uid: string) {
  const storage = storageOf('localStorage');
  // Reading drops what has expired.
  for (const author of authorsOf(storage, pictureName)) createDrafts(storage, author).read(pictureName);
  const drafts = createDrafts(storage, uid);
  const drop = () => {
    drafts.drop(name);
    drafts.drop(pictureName);
  };
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
      // Where there is no room for the next picture, this one would come back instead; and words need room first.
      drafts.drop(pictureName);
      const attempt = before?.text === text ? before : { key, text };
      drafts.write(name, { text, attempt, until: Date.now() + keptMs });
      return attempt.key;
    },
    readPicture(code: string): Blob | undefined {
      const { text } = drafts.read(pictureName);
      const chosen = text ? (JSON.parse(text) as Chosen) : undefined;
      return chosen?.code === code ? new Blob([bytesIn(chosen.base64)], { type: chosen.type }) : undefined;
    },
    /** After `keep`, which drops an earlier one. */
    async keepPicture(code: string, picture: Blob): Promise<void> {
      const chosen: Chosen = { code, type: picture.type, base64: await base64Of(picture) };
      drafts.write(pictureName, { text: JSON.stringify(chosen), until: Date.now() + keptMs });
    },
    drop,
    /** The tag is in use: what others typed about it on this device is over, too. */
    end(code: string): void {
      drop();
      for (const author of authorsOf(storage, name)) {
        const others = typedForTag(author);
        if (others.read(code)) others.drop();
      }
    },
  };
}

const name = 'activation';
/** Apart: where there is no room for it, what was typed is kept. */
const pictureName = 'activation-picture';

function base64Of(picture: Blob): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^.*,/, ''));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(picture);
  });
}

function bytesIn(base64: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(base64), (byte) => byte.charCodeAt(0));
}
