import { formatMoney, type Money } from '../../domain/shop/contract/money.ts';
import { printAtHomePath, staticPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useTranslations } from '../../ui/translations-context.ts';

/** Null where nothing can be bought. */
export type LowestPrice = { lowestPrice: Money | null };

export function PrintOrBuy({ lowestPrice }: LowestPrice) {
  const t = useTranslations();
  return (
    <div className="flex flex-wrap gap-3">
      <LinkButton href={printAtHomePath()}>{t('sitePage.printFree')}</LinkButton>
      {lowestPrice && (
        <LinkButton href={staticPath('buy')} variant="secondary">
          {t('homePage.buyTags')}
        </LinkButton>
      )}
    </div>
  );
}

export function Costs({ lowestPrice }: LowestPrice) {
  const t = useTranslations();
  const price = lowestPrice && formatMoney(lowestPrice, t.language);
  return (
    <section className="wrap costs" aria-labelledby="costs">
      <h2 id="costs">{t('homePage.costs')}</h2>
      <div className="tag-shape price">
        <h3>{t('homePage.atHome')}</h3>
        <p className="headline">{t('homePage.free')}</p>
        <p>{t('homePage.atHomeText')}</p>
      </div>
      {price && (
        <div className="tag-shape price">
          <h3>{t('homePage.inShop')}</h3>
          <p className="headline">{t('homePage.fromPrice', { price })}</p>
          <p>{t('homePage.inShopText')}</p>
        </div>
      )}
    </section>
  );
}
