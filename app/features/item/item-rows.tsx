import { useQuery } from '@tanstack/react-query';
import { toldLossOf } from '../../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import {
  editItemPath,
  finderViewPath,
  handOverItemPath,
  itemDocumentsPath,
  lossPath,
  previewPath,
  shareItemPath,
} from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { itemStatesQuery, membersQuery, receiptsQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { useNoNetwork } from '../../core/offline/network.ts';
import { whenOf } from '../../widgets/dates.ts';
import { Disclosure, LinkRow, rowList } from '../../widgets/rows.tsx';
import { disabledTagsQuery } from '../items/disabled-tags.tsx';
import { stepPath, useIsStepSaved } from '../items/lost-step.ts';
import { saidPlaceQuery, scansQuery } from './scans-query.ts';
import { ShareLoss } from './share-loss.tsx';

const Scans = late(async () => (await import('./scans.tsx')).Scans);
const ItemTags = late(async () => (await import('../items/item-tags.tsx')).ItemTags);
const TagWays = late(async () => (await import('../print/tag-section.tsx')).TagWays);

/** What there is about an item, each row with what is newest in it. */
export function ItemRows({ item }: { item: ItemSummary }) {
  const noNetwork = useNoNetwork();
  const { id, hash } = item;
  return (
    <nav aria-label={t('itemForm.more')}>
      <ul className={rowList}>
        {!noNetwork && <ScansRow itemId={id} />}
        {!noNetwork && <TagsRow item={item} />}
        <LinkRow href={editItemPath(id)} title={t('itemPage.details')} detail={t('itemPage.detailsText')} />
        <LinkRow href={finderViewPath(id)} title={t('itemForm.toFinderView')} detail={t('itemPage.finderText')} />
        <LinkRow href={previewPath(hash)} title={t('itemForm.preview')} />
        <SharedRow itemId={id} />
        <LinkRow href={handOverItemPath(id)} title={t('itemForm.toHandover')} />
        <DocumentsRow itemId={id} />
        <LinkRow href={lossPath(id)} title={t('itemPage.history')} detail={t('itemPage.historyText')} />
      </ul>
    </nav>
  );
}

function TagsRow({ item }: { item: ItemSummary }) {
  const count = useQuery(disabledTagsQuery(item.id)).data?.working;
  const state = item.printed ? 'itemPage.tagsPrinted' : 'itemPage.tagsUnprinted';
  return (
    <Disclosure title={t('itemPage.tags')} detail={count !== undefined && t(state, { count })}>
      <TagWays item={item}>
        <ItemTags item={item} />
      </TagWays>
    </Disclosure>
  );
}

function ScansRow({ itemId }: { itemId: string }) {
  const list = useQuery(scansQuery(itemId)).data;
  const newest = list?.rows.find(({ kind }) => kind === 'opened');
  const count = list?.rows.filter(({ kind }) => kind === 'opened').length ?? 0;
  const last =
    newest && t(list?.next ? 'itemPage.scansAtLeast' : 'itemPage.scanned', { count, when: whenOf(newest.at) });
  const said = useQuery(saidPlaceQuery(itemId)).data?.said;
  const detail = (
    <>
      {last ?? (list && t('itemPage.noScans'))}
      {said && (
        <span className="block wrap-anywhere">
          {t.rich('itemPage.saidPlace', { when: whenOf(said.at), place: said.place })}
        </span>
      )}
    </>
  );
  return (
    <Disclosure title={t('itemPage.scans')} detail={detail}>
      <Scans itemId={itemId} />
    </Disclosure>
  );
}

function SharedRow({ itemId }: { itemId: string }) {
  const members = useQuery(membersQuery(itemId)).data?.rows;
  const names = members?.map(({ name }) => name).join(', ');
  return (
    <LinkRow
      href={shareItemPath(itemId)}
      title={t('itemPage.shared')}
      detail={members && (names ? <bdi>{names}</bdi> : t('sharing.withNobody'))}
    />
  );
}

function DocumentsRow({ itemId }: { itemId: string }) {
  const count = useQuery(receiptsQuery(itemId)).data?.length;
  return (
    <LinkRow
      href={itemDocumentsPath(itemId)}
      title={t('itemPage.documents')}
      detail={count !== undefined && t('itemPage.documentsCounted', { count })}
    />
  );
}

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
