import { ownOrdersPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useWords } from '../../ui/words-context.ts';

export function OwnOrdersLink() {
  const t = useWords();
  return (
    <section className="grid gap-3">
      <h2>{t('profile.orders')}</h2>
      <p>{t('profile.ordersText')}</p>
      <LinkButton variant="secondary" href={ownOrdersPath()} className="sm:justify-self-start">
        {t('profile.showOrders')}
      </LinkButton>
    </section>
  );
}
