import { useCallback, useEffect, useRef } from 'react';
import { maxTableSearch } from '../../../domain/lists/contract/page-size.ts';
import { tableFilePath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';
import { stateOfEntry, useLocation } from '../../core/navigation/navigation.tsx';
import { useChangingParams, useTypedSearch } from '../../widgets/search-params.ts';
import { openWhenProved } from './proved-files.tsx';

export type TableOrder = {
  search?: string;
  sort?: string;
  ascending?: boolean;
  state?: string;
};

type AskedTable = {
  order: TableOrder;
  change(changed: TableOrder): void;
  /** Changes when a link or Back leads here: then what was typed before is dropped. */
  arrival: string;
};

/** What the address of the page asks for. An unknown sort or state counts as none. */
export function useTableOrder(sorts: readonly string[], states: readonly string[]): AskedTable {
  const [params, changeParams] = useChangingParams();
  const { key, state: marked } = useLocation();
  const arrival = marked?.arrival ?? key;
  const [search, ascending] = [params.get('search'), params.get('ascending')];
  const sort = sorts.find((each) => each === params.get('sort'));
  const state = states.find((each) => each === params.get('state'));
  const order = {
    ...(search && { search }),
    ...(sort && { sort }),
    ...(ascending && { ascending: true }),
    ...(state && { state }),
  };
  const change = useCallback(
    (changed: TableOrder) => changeParams(changed, { ...stateOfEntry(), arrival }),
    [changeParams, arrival],
  );
  return { order, change, arrival };
}

export type TableProps = {
  name: string;
  searchHint: string;
  states?: { label: string; all: string; values: readonly string[]; labelOf(state: string): string };
};

type ControlsProps = AskedTable & TableProps & { ascending: boolean };

export function TableControls({ name, searchHint, states, ascending, order, change, arrival }: ControlsProps) {
  const controls = useRef<HTMLDivElement>(null);
  useSlashKey(controls);
  const { search, sort, state } = order;
  const file = { search, sort, ascending: sort && (ascending ? 'yes' : 'no'), state };
  return (
    <div className="flex flex-wrap items-end gap-3" ref={controls}>
      <Search key={arrival} hint={searchHint} searched={search} onSearch={change} />
      {states && (
        <div className="min-w-0 grow basis-32 sm:grow-0 sm:basis-auto">
          <Select
            label={states.label}
            name="state"
            value={state ?? ''}
            options={[
              { value: '', label: states.all },
              ...states.values.map((value) => ({ value, label: states.labelOf(value) })),
            ]}
            onChange={({ target }) => change({ state: target.value })}
          />
        </div>
      )}
      <LinkButton href={tableFilePath(name, file)} variant="secondary" download onClick={openWhenProved}>
        {t('table.download')}
      </LinkButton>
    </div>
  );
}

type SearchProps = { hint: string; searched: string | undefined; onSearch(change: TableOrder): void };

function Search({ hint, searched = '', onSearch }: SearchProps) {
  const [typed, setTyped] = useTypedSearch(searched, onSearch);
  return (
    <search className="min-w-0 grow basis-60">
      <TextField
        label={t('table.search')}
        hint={hint}
        name="search"
        type="search"
        maxLength={maxTableSearch}
        value={typed}
        aria-keyshortcuts="/"
        onChange={({ target }) => setTyped(target.value)}
      />
    </search>
  );
}

function useSlashKey(place: { current: HTMLElement | null }): void {
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      const types = event.target instanceof Element && event.target.closest('input, textarea, select');
      if (event.key !== '/' || types || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      place.current?.querySelector('input')?.focus();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [place]);
}
