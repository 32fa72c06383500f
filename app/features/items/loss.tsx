import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isLost, nothingSaid, toldLossOf } from '../../../domain/items/contract/item-state.ts';
import type { PastState } from '../../../domain/items/contract/loss.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { momentInWords } from '../../../ui/dates.ts';
import { partsOfLine } from '../../../ui/parts-of-line.ts';
import { Coordinates, PlaceOnMap, placeInWords } from '../../../ui/place.tsx';
import { itemStatesQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { useNoNetwork } from '../../core/offline/network.ts';
import type { ItemEntry } from '../../core/outbox/entry.ts';
import { dayOf, timeOf } from '../../widgets/dates.ts';
import { Loaded, PagedList } from '../../widgets/loaded.tsx';
import { isWaiting, lossWith, withEntries } from './item-entries.ts';
import { type ItemFormPageProps, ItemPage, WaitingAlert } from './item-page.tsx';
import { LossForm } from './loss-form.tsx';
import { LostSwitch } from './lost-switch.tsx';
import { PlaceMap } from './place-map.tsx';

export function LossPage() {
  return <ItemPage title="loss.title" of={OfItem} />;
}

function OfItem({ item, entries, draft }: ItemFormPageProps) {
  const noNetwork = useNoNetwork();
  const states = useQuery(itemStatesQuery(item.id));
  const known = toldLossOf(states.data?.rows[0]);
  const lossOf = (some: ItemEntry[]) => (isLost(withEntries(item, some)) ? lossWith(known, some) : nothingSaid);
  return (
    <>
      <WaitingAlert entries={entries} />
      {/* The rest waits for the form, because it would jump when the form comes. */}
      {states.isPending && !noNetwork ? (
        <Loaded query={states} failure={t('loss.historyFailed')}>
          {() => null}
        </Loaded>
      ) : (
        <div className="grid grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
          <LossForm
            item={item}
            entries={entries}
            draft={draft}
            known={known}
            loaded={lossOf(entries.filter(isWaiting))}
            shown={lossOf(entries)}
          />
          <Timeline item={item}>
            <LostSwitch item={item} entries={entries} />
          </Timeline>
        </div>
      )}
    </>
  );
}

function Timeline({ item, children }: { item: ItemSummary; children: ReactNode }) {
  return (
    <section className="grid content-start gap-3">
      <h2>{t('loss.history')}</h2>
      {children}
      <PagedList of={itemStatesQuery(item.id)} failure={t('loss.historyFailed')} more={t('loss.more')}>
        {(list, more) => (
          <>
            <ol className="grid gap-3">
              {list.rows.map((state) => (
                <State key={state.id} state={state} />
              ))}
              {!list.next && (
                <li className="border-s-4 border-line ps-4">{t('loss.added', { day: dayOf(item.createdAt) })}</li>
              )}
            </ol>
            {more}
          </>
        )}
      </PagedList>
    </section>
  );
}

function State({ state: { state, at, message, place, point, lastSeen, reference } }: { state: PastState }) {
  const seen = partsOfLine([placeInWords(place, point, t), lastSeen && momentInWords(lastSeen, t)]);
  return (
    <li className="grid gap-1 border-s-4 border-line ps-4 wrap-anywhere">
      <p>
        <strong>{t(`loss.past_${state}`)}</strong>{' '}
        <time dateTime={at} className="text-ink-soft">
          {`${dayOf(at)}, ${timeOf(at)}`}
        </time>
      </p>
      {message && <p className="whitespace-pre-line">{message}</p>}
      {seen && (
        <p className="text-ink-soft">
          {t.rich('loss.pastSeen', { seen, where: (text) => <PlaceOnMap point={point}>{text}</PlaceOnMap> })}
        </p>
      )}
      {point && (
        <p className="text-ink-soft">
          <Coordinates point={point} />
        </p>
      )}
      {point && <PlaceMap point={point} />}
      {reference && <p className="text-ink-soft">{t('loss.pastReference', { reference })}</p>}
    </li>
  );
}
