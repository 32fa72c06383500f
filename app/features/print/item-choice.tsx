import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { FunctionInput } from '../../../functions/list.ts';
import { openItemPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Radio } from '../../../ui/fields.tsx';
import { onlineQuery } from '../../core/data/function-queries.ts';
import { itemsQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { PagedList } from '../../widgets/loaded.tsx';

export type ChosenItems = 'all' | 'blank' | { search: string } | string[];

type ItemChoiceProps = {
  choice: ChosenItems;
  search: string | null;
  error: string | undefined;
  onChoose(choice: ChosenItems): void;
};

export function ItemChoice({ choice, search, error, onChoose }: ItemChoiceProps) {
  // They are there once somebody chooses among them.
  useQuery(itemsQuery);
  const chosen = Array.isArray(choice) ? choice : [];
  // Where one comes from an item, it is in sight.
  const [first] = useState(chosen);
  const isFirst = ({ id }: { id: string }) => Number(first.includes(id));
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? 'items-error' : undefined}>
      <legend className="mb-2 font-[650]">{t('print.items')}</legend>
      {error && (
        <p id="items-error" className="field-error">
          {error}
        </p>
      )}
      <Radio name="which" checked={choice === 'all'} onChange={() => onChoose('all')}>
        {t('print.all')}
      </Radio>
      {search && (
        <Radio
          name="which"
          checked={typeof choice === 'object' && 'search' in choice}
          onChange={() => onChoose({ search })}
        >
          <span className="wrap-anywhere">{t.rich('print.found', { search })}</span>
        </Radio>
      )}
      <Radio name="which" checked={Array.isArray(choice)} onChange={() => onChoose([])}>
        {t('print.chosen')}
      </Radio>
      <Radio name="which" checked={choice === 'blank'} onChange={() => onChoose('blank')}>
        {t('print.blank')}
      </Radio>
      {Array.isArray(choice) && (
        <PagedList of={itemsQuery} failure={t('items.failed')} more={t('items.more')}>
          {(list, more) => (
            <div className="grid max-h-80 auto-rows-max gap-1 overflow-y-auto border-s-2 border-line ps-4">
              {list.rows
                .toSorted((one, other) => isFirst(other) - isFirst(one))
                .map(({ id, name }) => (
                  <label key={id} className={lineClasses}>
                    <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
                    <bdi className="wrap-anywhere">{name}</bdi>
                  </label>
                ))}
              {more}
            </div>
          )}
        </PagedList>
      )}
    </fieldset>
  );
}

const lineClasses = 'flex min-h-12 items-center gap-3';

type Items = FunctionInput<'listUntaggedItems'>['items'];

export const untaggedQuery = (items: Items) => ({
  ...onlineQuery(['untagged', items], 'listUntaggedItems', { items }),
  staleTime: 0,
});

export function LeftOut({ items }: { items: Items }) {
  const { data } = useQuery(untaggedQuery(items));
  if (!data || data.count === 0) return null;
  const more = data.count - data.items.length;
  return (
    <Alert title={t('print.leftOut')}>
      <ul className="max-h-40 list-disc overflow-y-auto ps-5">
        {data.items.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            <a href={openItemPath(id)}>
              <bdi>{name}</bdi>
            </a>
          </li>
        ))}
        {more > 0 && <li>{t('print.leftOutMore', { count: more })}</li>}
      </ul>
      <p>{t('print.leftOutWhy')}</p>
    </Alert>
  );
}
