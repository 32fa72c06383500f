import { useQuery } from '@tanstack/react-query';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useLoadMore } from '../../core/data/long-lists.ts';
import { itemsQuery, readItems } from '../../core/data/queries.ts';
import { LoadMore } from '../../widgets/load-more.tsx';
import { Loaded } from '../../widgets/loaded.tsx';

export type ChosenItems = 'all' | 'blank' | { search: string } | string[];

type ItemChoiceProps = {
  choice: ChosenItems;
  search: string | null;
  error: string | undefined;
  onChoose(choice: ChosenItems): void;
};

export function ItemChoice({ choice, search, error, onChoose }: ItemChoiceProps) {
  const t = useTranslations();
  const items = useQuery(itemsQuery);
  const reading = useLoadMore(itemsQuery, readItems());
  const chosen = Array.isArray(choice) ? choice : [];
  const toggle = (id: string) => onChoose(chosen.includes(id) ? chosen.filter((each) => each !== id) : [...chosen, id]);
  return (
    <fieldset className="grid gap-2" aria-describedby={error ? 'items-error' : undefined}>
      <legend className="mb-2 font-[650]">{t('print.items')}</legend>
      {error && (
        <p id="items-error" className="field-error">
          {error}
        </p>
      )}
      <label className={lineClasses}>
        <input type="radio" name="which" checked={choice === 'all'} onChange={() => onChoose('all')} />
        {t('print.all')}
      </label>
      {search && (
        <label className={lineClasses}>
          <input
            type="radio"
            name="which"
            checked={typeof choice === 'object' && 'search' in choice}
            onChange={() => onChoose({ search })}
          />
          <span className="wrap-anywhere">{t.rich('print.found', { search })}</span>
        </label>
      )}
      <label className={lineClasses}>
        <input type="radio" name="which" checked={Array.isArray(choice)} onChange={() => onChoose([])} />
        {t('print.chosen')}
      </label>
      <label className={lineClasses}>
        <input type="radio" name="which" checked={choice === 'blank'} onChange={() => onChoose('blank')} />
        {t('print.blank')}
      </label>
      {Array.isArray(choice) && (
        <Loaded query={items} failure={t('items.failed')}>
          {(list) => (
            <div className="grid max-h-80 auto-rows-max gap-1 overflow-y-auto border-s-2 border-line ps-4">
              {list.rows.map(({ id, name }) => (
                <label key={id} className={lineClasses}>
                  <input type="checkbox" checked={chosen.includes(id)} onChange={() => toggle(id)} />
                  <bdi className="wrap-anywhere">{name}</bdi>
                </label>
              ))}
              <LoadMore label={t('items.more')} list={list} reading={reading} />
            </div>
          )}
        </Loaded>
      )}
    </fieldset>
  );
}

const lineClasses = 'flex min-h-12 items-center gap-3';
