import type { UseQueryResult } from '@tanstack/react-query';
import type { PastState } from '../../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { momentInWords } from '../../../ui/dates.ts';
import { partsOfLine } from '../../../ui/parts-of-line.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { type LongList, useLoadMore } from '../../core/data/long-lists.ts';
import { itemStatesQuery, readItemStates } from '../../core/data/queries.ts';
import { dayOf, timeOf } from '../../widgets/dates.ts';
import { LoadMore } from '../../widgets/load-more.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { PlaceMap } from './place-map.tsx';

type TimelineProps = { item: ItemSummary; states: UseQueryResult<LongList<PastState>> };

export function Timeline({ item, states }: TimelineProps) {
  const t = useTranslations();
  const reading = useLoadMore(itemStatesQuery(item.id), readItemStates(item.id));
  return (
    <section className="grid gap-3">
      <h2>{t('loss.history')}</h2>
      <Loaded query={states} failure={t('loss.historyFailed')}>
        {(list) => (
          <>
            <ol className="grid gap-3">
              {list.rows.map((state) => (
                <li key={state.id} className="grid gap-1 border-s-4 border-line ps-4 wrap-anywhere">
                  <State state={state} />
                </li>
              ))}
              {!list.next && (
                <li className="border-s-4 border-line ps-4">{t('loss.added', { day: dayOf(item.createdAt) })}</li>
              )}
            </ol>
            <LoadMore label={t('loss.more')} list={list} reading={reading} />
          </>
        )}
      </Loaded>
    </section>
  );
}

function State({ state: { state, at, message, place, point, lastSeen, reference } }: { state: PastState }) {
  const t = useTranslations();
  const coordinates = point && `${point.latitude}, ${point.longitude}`;
  const where = partsOfLine([place, coordinates, lastSeen && momentInWords(lastSeen, t)]);
  return (
    <>
      <p>
        <strong>{t(`loss.past_${state}`)}</strong>{' '}
        <time dateTime={at} className="text-ink-soft">
          {`${dayOf(at)}, ${timeOf(at)}`}
        </time>
      </p>
      {message && <p className="whitespace-pre-line">{message}</p>}
      {where && <p className="text-ink-soft">{t('loss.pastSeen', { seen: where })}</p>}
      {point && <PlaceMap point={point} />}
      {reference && <p className="text-ink-soft">{t('loss.pastReference', { reference })}</p>}
    </>
  );
}
