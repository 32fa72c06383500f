import { Outlet } from 'react-router';
import { ConnectionErrorScreen, ErrorScreen, SystemScreen } from '../../ui/system-screen.tsx';
import { useWords } from '../../ui/words-context.ts';
import { ErrorBoundary } from './error-boundary.tsx';
import { useOpenedPage } from './opened-page.ts';

/** A page, or why there is none (C-2.15, C-9.05). */
export function PageOrError() {
  const t = useWords();
  const { location, isMissing } = useOpenedPage();
  if (isMissing && 'tooOld' in document.documentElement.dataset)
    return <SystemScreen title={t('loading.tooOldTitle')} text={t('loading.tooOld')} />;
  if (isMissing) {
    return <ConnectionErrorScreen failure={t('screen.notConnected')} href={location.pathname + location.search} />;
  }
  return (
    <ErrorBoundary resetOn={location} fallback={<ErrorScreen />}>
      <Outlet />
    </ErrorBoundary>
  );
}
