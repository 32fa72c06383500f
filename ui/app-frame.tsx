import type { ReactNode } from 'react';
import type { Brand } from './brand.ts';
import { Header, type Viewer } from './header.tsx';

type AppFrameProps = {
  brand: Brand;
  viewer: Viewer;
  path: string;
  cart: number;
  loadingNext?: boolean;
  footer: ReactNode;
  children: ReactNode;
};

/** What stands around every page of the app. The footer begins below the screen, so that what is loaded moves nothing that one sees. */
export function AppFrame({ brand, viewer, path, cart, loadingNext = false, footer, children }: AppFrameProps) {
  return (
    <>
      <Header brand={brand} viewer={viewer} path={path} cart={cart || undefined} />
      <main id="main" className={loadingNext ? `${mainClasses} opacity-60 delay-300` : mainClasses} tabIndex={-1}>
        {children}
      </main>
      {footer}
    </>
  );
}

const mainClasses = 'wrap min-h-[calc(100dvh-4rem)] py-6 transition-opacity sm:py-10';
