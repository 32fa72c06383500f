import type { Brand } from './brand.ts';
import { Button } from './button.tsx';
import { useTranslations } from './translations-context.ts';

/** C-2.19. Every page carries it; it is seen when the browser offers installation (browser/install-offer.ts). */
export function InstallBanner({ brand }: { brand: Brand }) {
  const t = useTranslations();
  return (
    <aside className="install-banner" aria-labelledby="install-title">
      <div>
        <h2 id="install-title">{t('frame.installTitle', { product: brand.productName })}</h2>
        <p>{t('frame.installText')}</p>
        <p data-by-hand>{t('frame.installByHand')}</p>
      </div>
      <div className="flex gap-3">
        <Button type="button" data-install="yes">
          {t('frame.install')}
        </Button>
        <Button type="button" variant="secondary" data-install="no">
          {t('frame.notNow')}
        </Button>
      </div>
    </aside>
  );
}
