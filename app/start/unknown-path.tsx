import { useEffect } from 'react';
import { useLocation } from 'react-router';
import { homePath } from '../../paths/paths.ts';
import { LoadingScreen } from '../../ui/system-screen.tsx';

/** A path that is not the app's is asked of the server; when it comes from there, nobody knows it (C-2.08). */
export function UnknownPath() {
  const { key, pathname, search, hash } = useLocation();
  const sentByServer = key === 'default';
  useEffect(
    () => location.replace(sentByServer ? homePath() : pathname + search + hash),
    [sentByServer, pathname, search, hash],
  );
  return <LoadingScreen />;
}
