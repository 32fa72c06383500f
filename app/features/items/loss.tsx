import { useQuery } from '@tanstack/react-query';
import { isLost, nothingSaid, toldLossOf } from '../../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { editItemPath } from '../../../paths/paths.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { itemStatesQuery } from '../../core/data/queries.ts';
import { useNoNetwork } from '../../core/offline/network.ts';
import type { ItemEntry } from '../../core/outbox/entry.ts';
import { Loaded } from '../../widgets/loaded.tsx';
import { isWaiting, lossWith, withEntries } from './item-entries.ts';
import { ItemPage } from './item-page.tsx';
import { LossForm } from './loss-form.tsx';
import { LostSwitch } from './lost-switch.tsx';
import { ProofOfOwnership } from './proof.tsx';
import { Timeline } from './timeline.tsx';
import { WaitingAlert } from './waiting-alert.tsx';

export function LossPage() {
  const t = useTranslations();
  return (
    <ItemPage title={t('loss.title')}>
      {(item, entries) => <OfItem key={item.id} item={item} entries={entries} />}
    </ItemPage>
  );
}

function OfItem({ item, entries }: { item: ItemSummary; entries: ItemEntry[] }) {
  const t = useTranslations();
  const noNetwork = useNoNetwork();
  const states = useQuery(itemStatesQuery(item.id));
  const known = toldLossOf(states.data?.rows[0]);
  const lossOf = (some: ItemEntry[]) => (isLost(withEntries(item, some)) ? lossWith(known, some) : nothingSaid);
  return (
    <>
      <p>
        <bdi className="font-[650]">{item.name}</bdi> · <a href={editItemPath(item.id)}>{t('loss.toItem')}</a>
      </p>
      <WaitingAlert entries={entries} />
      <LostSwitch item={item} entries={entries} />
      {/* What stands below would jump when the form comes. */}
      {states.isPending && !noNetwork ? (
        <Loaded query={states} failure={t('loss.historyFailed')}>
          {() => null}
        </Loaded>
      ) : (
        <>
          <LossForm
            item={item}
            entries={entries}
            known={known}
            loaded={lossOf(entries.filter(isWaiting))}
            shown={lossOf(entries)}
          />
          <Timeline item={item} states={states} />
          <ProofOfOwnership item={item} />
        </>
      )}
    </>
  );
}
