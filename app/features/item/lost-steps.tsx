import { useQuery } from '@tanstack/react-query';
import { toldLossOf } from '../../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { finderViewPath, lossPath, shareItemPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { itemStatesQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { useNoNetwork } from '../../core/offline/network.ts';
import { Disclosure, LinkRow, rowList } from '../../widgets/rows.tsx';
import { stepPath, useIsStepSaved } from '../items/lost-step.ts';
import { ShareLoss } from './share-loss.tsx';

const Poster = late(async () => (await import('../print/poster.tsx')).Poster);

/** @param isWaiting what was marked still waits on this device */
/** What helps after a loss. Each step shows whether it was taken, and none has to be. */
export function LostSteps({ item, isWaiting }: { item: ItemSummary; isWaiting: boolean }) {
  const noNetwork = useNoNetwork();
  const { place, point, lastSeen, message } = toldLossOf(useQuery(itemStatesQuery(item.id)).data?.rows[0]);
  const isSaid = Boolean(place || point || lastSeen || message);
  const reward = item.facts.reward?.shown && item.facts.reward.text;
  return (
    <section className="grid gap-2" aria-labelledby="lost-steps">
      <h2 id="lost-steps" className="text-[1.25rem]">
        {t('itemPage.markedLost')}
      </h2>
      {useIsStepSaved() ? (
        <Alert tone="success">{t('loss.saved')}</Alert>
      ) : (
        <p className="text-ink-soft">{t(isWaiting ? 'itemPage.markedLostWaits' : 'itemPage.markedLostText')}</p>
      )}
      {!noNetwork && <ShareLoss item={item} />}
      <ul className={rowList}>
        <LinkRow
          href={stepPath(lossPath(item.id))}
          isDone={isSaid}
          title={t('itemPage.sayWhere')}
          detail={place || message || (isSaid ? t('itemPage.said') : t('itemPage.sayWhereText'))}
        />
        <LinkRow
          href={stepPath(finderViewPath(item.id))}
          isDone={Boolean(reward)}
          title={t('itemPage.sayReward')}
          detail={reward || t('itemPage.sayRewardText')}
        />
        <Disclosure title={t('itemPage.makePoster')} detail={t('itemPage.makePosterText')}>
          <Poster item={item} />
        </Disclosure>
        <LinkRow href={shareItemPath(item.id)} title={t('itemPage.tellFamily')} detail={t('itemPage.tellFamilyText')} />
      </ul>
    </section>
  );
}
