import { queryOptions, useQuery } from '@tanstack/react-query';
import type { FunctionInput } from '../../../functions/list.ts';
import { editItemPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';

type Items = FunctionInput<'listUntaggedItems'>['items'];

export const untaggedQuery = (items: Items) =>
  queryOptions({
    queryKey: ['untagged', items],
    queryFn: () => callFunction('listUntaggedItems', { items }),
    staleTime: 0,
    meta: { notCached: true },
  });

export function LeftOut({ items }: { items: Items }) {
  const t = useTranslations();
  const { data } = useQuery(untaggedQuery(items));
  if (!data || data.count === 0) return null;
  const more = data.count - data.items.length;
  return (
    <Alert title={t('print.leftOut')}>
      <ul className="max-h-40 list-disc overflow-y-auto ps-5">
        {data.items.map(({ id, name }) => (
          <li key={id} className="wrap-anywhere">
            <a href={editItemPath(id)}>
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
