import { useEffect } from 'react';
import { fromItemHash } from '../../domain/items/contract/item-hash.ts';
import { tagPath } from '../../paths/paths.ts';
import { LoadingScreen } from '../../ui/system-screen.tsx';

/** Leaves the app for the page that everybody gets at a tag. At the printed address no service worker answers with the app. */
export function TagFromServer({ hash }: { hash: string }) {
  useEffect(() => location.replace(tagPath(fromItemHash(hash))), [hash]);
  return <LoadingScreen />;
}
