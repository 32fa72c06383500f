import { useEffect, useEffectEvent } from 'react';
import { useNavigate, useRoutes } from 'react-router';
import { timeoutPath } from '../../paths/paths.ts';
import { useAuth } from '../core/session/auth-provider.tsx';
import { ErrorBoundary } from './error-boundary.tsx';
import { interceptLinks } from './intercept-links.ts';
import { useOpeningPages } from './open-page.ts';
import { OpenedPageContext } from './opened-page.ts';
import { routes } from './routes.tsx';
import { AppError } from './shell.tsx';

export function App({ isFirstMissing }: { isFirstMissing: boolean }) {
  const page = useOpeningPages(isFirstMissing);
  const navigate = useNavigate();
  const follow = useEffectEvent((path: string) => navigate(path));
  useEffect(() => interceptLinks(document, follow), []);
  return (
    <OpenedPageContext value={page}>
      <Timeout />
      <ErrorBoundary resetOn={page.location} fallback={<AppError />}>
        {useRoutes(routes, page.location)}
      </ErrorBoundary>
    </OpenedPageContext>
  );
}

/** Goes to where the session's end is explained (C-4.10). Apart, so that a change of who is signed in draws no page anew. */
function Timeout() {
  const { state } = useAuth();
  const navigate = useNavigate();
  const explain = useEffectEvent(() => navigate(timeoutPath(), { replace: true }));
  useEffect(() => {
    if (state.status === 'signed-out' && state.reason === 'timeout') explain();
  }, [state]);
  return null;
}
