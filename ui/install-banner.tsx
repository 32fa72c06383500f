import type { Brand } from './brand.ts';
import { Button } from './button.tsx';

/** C-2.19. Every page carries it; it is seen when the browser offers installation (browser/install-offer.ts). */
export function InstallBanner({ brand }: { brand: Brand }) {
  return (
    <aside className="install-banner" aria-labelledby="install-title">
      <div>
        <h2 id="install-title">Install {brand.productName} App</h2>
        <p>Get quick access and offline features</p>
      </div>
      <div className="flex gap-3">
        <Button type="button" data-install="yes">
          Install
        </Button>
        <Button type="button" variant="secondary" data-install="no">
          Not now
        </Button>
      </div>
    </aside>
  );
}
