import { Link, useSearchParams } from 'react-router';
import { administeredStates } from '../../../domain/items/contract/administered-item.ts';
import { inGroups } from '../../../domain/texts/contract/typed-codes.ts';
import { adminItemsPath, adminPeoplePath, adminTagsPath } from '../../../paths/paths.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { dayOf } from '../../widgets/dates.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { AdminTable, type Column } from './admin-table.tsx';
import { Item } from './item.tsx';

const mostTags = 3;

/** All items; or one of them, with what helps its owner. */
export function AdminItems() {
  const [params] = useSearchParams();
  const asked = params.get('item');
  return <div className="grid grid-cols-1 gap-6">{asked ? <Item key={asked} id={asked} /> : <Items />}</div>;
}

function Items() {
  const t = useTranslations();
  const day = (at: string) => <time dateTime={at}>{dayOf(at, 'short')}</time>;
  const columns: Column<'lookUpItems'>[] = [
    {
      label: t('itemAdmin.name'),
      sort: 'name',
      cell: ({ id, name }) => (
        <Link to={adminItemsPath({ item: id })} className="wrap-anywhere">
          <bdi>{name}</bdi>
        </Link>
      ),
    },
    {
      label: t('itemAdmin.owner'),
      cell: ({ owner }) => (
        <Link to={adminPeoplePath(owner.uid)} className="wrap-anywhere">
          <bdi dir="ltr">{owner.email}</bdi>
        </Link>
      ),
    },
    { label: t('itemAdmin.state'), cell: ({ state }) => t(`itemAdmin.state-${state}`) },
    { label: t('itemAdmin.tags'), cell: ({ tags }) => <Tags codes={tags} /> },
    { label: t('itemAdmin.added'), sort: 'created', cell: ({ createdAt }) => day(createdAt) },
    { label: t('itemAdmin.changed'), cell: ({ changedAt }) => day(changedAt) },
  ];
  return (
    <>
      <PageHeading>{t('itemAdmin.title')}</PageHeading>
      <AdminTable
        name="items"
        caption={t('itemAdmin.title')}
        searchLabel={t('told.search')}
        searchHint={t('itemAdmin.searchHint')}
        columns={columns}
        sortedBy="created"
        states={{
          label: t('itemAdmin.state'),
          all: t('itemAdmin.all'),
          options: administeredStates.map((value) => ({ value, label: t(`itemAdmin.state-${value}`) })),
        }}
        list="lookUpItems"
        none={t('itemAdmin.none')}
      />
    </>
  );
}

function Tags({ codes }: { codes: string[] }) {
  const t = useTranslations();
  const more = codes.length - mostTags;
  return (
    <>
      {codes.slice(0, mostTags).map((code) => (
        <span key={code} className="block">
          <Link to={adminTagsPath({ tag: code })}>{inGroups(code).toUpperCase()}</Link>
        </span>
      ))}
      {more > 0 && t('itemAdmin.moreTags', { count: more })}
    </>
  );
}
