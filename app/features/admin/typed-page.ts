import { useState } from 'react';
import { typedPageName } from '../../../browser/drafts.ts';
import { storageOf } from '../../../browser/storage.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import type { PageWords, WordsOf } from './page-queries.ts';

/** `loaded`: what it was typed over; an earlier release did not keep it. */
type Typed = { words: PageWords; loaded?: PageWords; revision: number };

/** What stands typed over the saved words of a page: it stays in this browser until it is saved or taken back. */
export function useTypedPage({ page, language }: WordsOf) {
  const { uid } = useUser();
  const name = typedPageName(uid, page, language);
  const [typed, setTyped] = useState(() => readTyped(name));
  return {
    typed,
    keep: (next: Typed) => {
      setTyped(next);
      storageOf('localStorage')?.setItem(name, JSON.stringify(next));
    },
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
