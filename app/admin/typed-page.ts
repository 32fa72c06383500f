import { useState } from 'react';
import { typedPageName } from '../../browser/drafts.ts';
import { storageOf } from '../../browser/storage.ts';
import { useUser } from '../session/auth-provider.tsx';
import type { PageWords, WordsOf } from './page-queries.ts';

type Typed = { words: PageWords /** Of the page that it was typed over. */; revision: number };

/** What stands typed over the saved words of a page: it stays in this browser until it is saved or taken back. */
export function useTypedPage({ page, language }: WordsOf, saved: PageWords, savedRevision: number) {
  const { uid } = useUser();
  const name = typedPageName(uid, page, language);
  const [typed, setTyped] = useState(() => readTyped(name));
  const keep = (next: Typed) => {
    setTyped(next);
    storageOf('localStorage')?.setItem(name, JSON.stringify(next));
  };
  const revision = typed?.revision ?? savedRevision;
  return {
    words: typed?.words ?? saved,
    revision,
    isChanged: typed !== undefined,
    change: (words: PageWords) => keep({ words, revision }),
    /** Typed over another state of the page from now on. */
    rebase: (to: number) => typed && keep({ words: typed.words, revision: to }),
    forget: () => {
      setTyped(undefined);
      storageOf('localStorage')?.removeItem(name);
    },
  };
}

function readTyped(name: string): Typed | undefined {
  const kept = storageOf('localStorage')?.getItem(name);
  return kept ? (JSON.parse(kept) as Typed) : undefined;
}
