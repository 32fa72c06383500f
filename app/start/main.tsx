import './app.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createBrowserRouter } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { offerInstallation } from '../../browser/install-offer.ts';
import { closeMenuOnLeave } from '../../browser/menu.ts';
import { maintenance } from '../data/maintenance.ts';
import { createQueryClient } from '../data/query-client.ts';
import { registerWorker } from '../offline/register-worker.ts';
import { AuthProvider } from '../session/auth-provider.tsx';
import { sessionStore } from '../session/session-store.ts';
import { signOutWhenIdle } from '../session/sign-out-when-idle.ts';
import { BrandContext, readBrand } from './brand.ts';
import { interceptLinks } from './intercept-links.ts';
import { routes } from './routes.tsx';
import { reloadWhenStale } from './stale-release.ts';

const root = document.getElementById('app');
if (!root) throw new Error('The document has no element #app.');

const router = createBrowserRouter(routes);
closeMenuOnLeave(document);
offerInstallation(document);
interceptLinks(document, router);
void maintenance.check();
signOutWhenIdle(sessionStore, (path) => router.navigate(path, { replace: true }));
registerWorker();

createRoot(root).render(
  <BrandContext value={readBrand(root)}>
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider>
        <RouterProvider router={router} />
      </AuthProvider>
    </QueryClientProvider>
  </BrandContext>,
);
// From here on the app itself says what goes wrong (watch-start.ts).
root.dataset.started = '';
reloadWhenStale(router);
