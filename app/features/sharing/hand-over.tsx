import { isLost } from '../../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { Alert } from '../../../ui/alert.tsx';
import { t } from '../../core/document/app-translations.ts';
import { ItemPage } from '../items/item-page.tsx';
import { Invitations } from './share-item.tsx';

export function HandOver() {
  return <ItemPage title="handover.title" of={Offer} />;
}

function Offer({ item }: { item: ItemSummary }) {
  const { id } = item;
  return (
    <div className="grid max-w-2xl gap-8">
      <div className="grid gap-3">
        <p>{t('handover.lead')}</p>
        <ul className="grid list-disc gap-1 ps-5">
          <li>{t('handover.goes')}</li>
          <li>{t('handover.isDeleted')}</li>
          <li>{t('handover.stays')}</li>
        </ul>
      </div>
      {isLost(item) && <Alert>{t('refused.lost-item')}</Alert>}
      <Invitations item={id} purpose="handover" mayMake={!isLost(item)} />
    </div>
  );
}
