import { useLocation, useRouteError } from 'react-router';
import { ConnectionErrorScreen, ErrorScreen } from '../../ui/system-screen.tsx';
import { useWords } from '../../ui/words-context.ts';
import { MissingScript } from './load-page.ts';

/** C-2.15, C-9.05. */
export function PageError() {
  const t = useWords();
  const error = useRouteError();
  const { pathname, search } = useLocation();
  if (!(error instanceof MissingScript)) return <ErrorScreen />;
  return <ConnectionErrorScreen failure={t('screen.notConnected')} href={pathname + search} />;
}
