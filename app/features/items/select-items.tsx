import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { isLost, stateOf } from '../../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { codesPath, itemsPath, printPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, Button, LinkButton } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/fields.tsx';
import { stateInWords } from '../../../ui/item-state-words.ts';
import type { LoadingMore } from '../../core/data/function-queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { download, fetchFile } from '../../core/files/files.ts';
import { keepInEntry, navigate, stateOfEntry, useSearchParams } from '../../core/navigation/navigation.tsx';
import { useNoNetwork } from '../../core/offline/network.ts';
import { sendWaiting } from '../../core/offline/use-device.ts';
import { newEntry, saveEntry } from '../../core/outbox/save.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { Failure, useChange } from '../../widgets/form.tsx';
import { marking, useItemEntries } from './item-entries.ts';

type SelectItemsProps = {
  items: ItemSummary[];
  next: string | undefined;
  reading: LoadingMore | undefined;
  children: ReactNode;
};

export function SelectItems({ items, next, reading, children }: SelectItemsProps) {
  const [chosen, setChosen] = useChosen();
  const noNetwork = useNoNetwork();
  const list = useSearchParams().toString();
  const [wholeList, setWholeList] = useState<string>();
  const wantsAll = wholeList === list;
  const canLoadMore = next !== undefined && reading !== undefined && !reading.error && !noNetwork;
  const isReading = wantsAll && canLoadMore;
  const read = useEffectEvent(() => reading?.read());
  const shown = new Set(items.map(({ id }) => id));
  const chooseAll = useEffectEvent(() => {
    setChosen(new Set([...chosen, ...shown]));
    // A list that was shortened meanwhile is read to its end again.
    if (next !== undefined) setWholeList(undefined);
  });
  const isNextPage = isReading && !reading.isReading;
  useEffect(() => {
    if (isNextPage) read();
    else if (wantsAll && !isReading) chooseAll();
  }, [isNextPage, wantsAll, isReading]);
  const selected = items.filter(({ id }) => chosen.has(id));
  const ids = selected.map(({ id }) => id);
  const toggle = (id: string) => {
    setWholeList(undefined);
    setChosen(new Set(chosen.has(id) ? [...chosen].filter((each) => each !== id) : [...chosen, id]));
  };
  const allChosen = wantsAll || (items.length > 0 && selected.length === items.length && next === undefined);
  const toggleAll = () => {
    setWholeList(allChosen ? undefined : list);
    if (allChosen) setChosen(new Set([...chosen].filter((id) => !shown.has(id))));
  };
  const missing = selected.filter(isLost);
  const change = useChangeAll();
  const [archived, setArchived] = useState<ItemSummary[]>([]);
  const archive = () => {
    const inUse = selected.filter(({ archivedAt }) => archivedAt === null);
    change.mutate({ items: selected, to: 'archived' }, { onSuccess: () => setArchived(inUse) });
  };
  const unarchive = () => change.mutate({ items: archived, to: 'in-use' }, { onSuccess: () => setArchived([]) });
  const pack = useChange(() => fetchFile(codesPath(), { items: ids }), { onSuccess: download });
  const none = selected.length === 0 || isReading || change.isPending;
  const action = (label: string, press: () => void, disabled = none) => (
    <ActionButton disabled={disabled} onClick={press}>
      {label}
    </ActionButton>
  );
  return (
    <>
      <fieldset className="grid gap-3">
        <legend className="sr-only">{t('select.legend')}</legend>
        <div className="z-10 grid gap-3 border-b-2 border-line bg-paper py-3 [@media(min-height:30rem)_and_(min-width:22rem)]:sticky [@media(min-height:30rem)_and_(min-width:22rem)]:top-0">
          <div className="flex flex-wrap items-center justify-between gap-x-6">
            <Checkbox className={boxClasses} checked={allChosen} onChange={toggleAll}>
              {t('select.all')}
            </Checkbox>
            <p role="status">{isReading ? t('select.reading') : t('select.counted', { count: selected.length })}</p>
          </div>
          <div className="-m-1 flex gap-3 p-1 max-sm:min-[22rem]:overflow-x-auto max-sm:min-[22rem]:*:flex-none sm:flex-wrap max-[22rem]:flex-wrap">
            <Button type="button" disabled={none} onClick={() => navigate(printPath(), { state: { items: ids } })}>
              {t('select.print')}
            </Button>
            {action(t(pack.isPending ? 'select.packing' : 'select.pack'), () => pack.mutate(), none || pack.isPending)}
            {action(t('select.lost'), () => change.mutate({ items: selected, to: 'lost' }))}
            {action(
              t('select.returned'),
              () => change.mutate({ items: missing, to: 'returned' }),
              none || missing.length === 0,
            )}
            {action(t('select.archive'), archive)}
            <LinkButton href={itemsPath()} variant="secondary">
              {t('select.done')}
            </LinkButton>
          </div>
          {archived.length > 0 && (
            <Alert>
              <div className="flex flex-wrap items-center gap-x-6 gap-y-2">
                <p>{t('select.archived', { count: archived.length })}</p>
                {action(t('items.undo'), unarchive, change.isPending)}
              </div>
            </Alert>
          )}
          <Failure error={change.error ?? pack.error} title={t('select.failed')} />
        </div>
        {items.map((item) => (
          <label
            key={item.id}
            className={`${lineClasses} rounded-card border-2 border-line bg-card px-4 py-2 [contain-intrinsic-size:auto_5rem] [content-visibility:auto]`}
          >
            <input
              type="checkbox"
              className={`${boxClasses} scroll-mt-40`}
              checked={chosen.has(item.id)}
              disabled={isReading}
              onChange={() => toggle(item.id)}
            />
            <span className="min-w-0">
              <bdi className="block font-[650] wrap-anywhere">{item.name}</bdi>
              <span className="text-ink-soft">{stateInWords(item, t)}</span>
            </span>
          </label>
        ))}
      </fieldset>
      {children}
    </>
  );
}

/** The entry of the history keeps the choice through Back and reload. */
function useChosen(): [ReadonlySet<string>, (chosen: ReadonlySet<string>) => void] {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => new Set(stateOfEntry()?.chosen));
  const choose = (now: ReadonlySet<string>) => {
    setChosen(now);
    keepInEntry({ chosen: [...now] });
  };
  return [chosen, choose];
}

const lineClasses = 'flex min-h-12 items-center gap-3';
const boxClasses = 'size-6 flex-none accent-home';

type ChangeOfAll = { items: ItemSummary[]; to: 'lost' | 'returned' | 'archived' | 'in-use' };

function useChangeAll() {
  const { uid } = useUser();
  const { byItem } = useItemEntries();
  return useChange(async ({ items, to }: ChangeOfAll) => {
    for (const item of items) {
      const { id, name } = item;
      const common = { uid, about: id, name };
      if (to === 'archived')
        await saveEntry(newEntry('archiveItem', { ...common, slot: to, input: { id, state: stateOf(item) } }));
      else if (to === 'in-use')
        await saveEntry(newEntry('unarchiveItem', { ...common, slot: 'archived', input: { id } }));
      else {
        const { call, input } = marking(to, item, byItem.get(id));
        await saveEntry(newEntry(call, { ...common, slot: 'state', input }));
      }
    }
    sendWaiting(uid);
  });
}
