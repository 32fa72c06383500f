import type { ReactNode } from 'react';
import type { AdministeredItem } from '../../../domain/items/contract/administered-item.ts';
import { administeredStates } from '../../../domain/items/contract/item-state.ts';
import { adminItemsPath, adminReadingPath } from '../../../paths/paths.ts';
import { t } from '../../core/document/app-translations.ts';
import { useSearchParams } from '../../core/navigation/navigation.tsx';
import { dayOf } from '../../widgets/dates.ts';
import { Facts } from '../../widgets/facts.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { Day, Lines, PersonLink, Subject, TagLink, When } from './admin-page.tsx';
import { AdminTable, type Column } from './admin-table.tsx';
import { administeredItemQuery } from './queries.ts';

const mostTags = 3;

export function AdminItems() {
  const params = useSearchParams();
  const asked = params.get('item');
  return <div className="grid grid-cols-1 gap-6">{asked ? <Item key={asked} id={asked} /> : <Items />}</div>;
}

function Items() {
  const labelOf = (state: string) => t(`itemAdmin.state-${state as AdministeredItem['state']}`);
  const columns: Column<'lookUpItems'>[] = [
    {
      label: t('itemAdmin.name'),
      sort: 'name',
      cell: ({ id, name }) => (
        <a href={adminItemsPath(id)} className="wrap-anywhere">
          <bdi>{name}</bdi>
        </a>
      ),
    },
    { label: t('itemAdmin.owner'), cell: ({ owner }) => <PersonLink {...owner} className="wrap-anywhere" /> },
    { label: t('itemAdmin.state'), cell: ({ state }) => labelOf(state) },
    {
      label: t('itemAdmin.tags'),
      cell: ({ tags }) => (
        <>
          {tags.slice(0, mostTags).map((code) => (
            <span key={code} className="block">
              <TagLink code={code} />
            </span>
          ))}
          {tags.length > mostTags && t('itemAdmin.moreTags', { count: tags.length - mostTags })}
        </>
      ),
    },
    { label: t('itemAdmin.added'), sort: 'created', cell: ({ createdAt }) => <Day at={createdAt} /> },
    { label: t('itemAdmin.changed'), cell: ({ changedAt }) => <Day at={changedAt} /> },
  ];
  return (
    <>
      <PageHeading>{t('itemAdmin.title')}</PageHeading>
      <AdminTable
        name="items"
        caption={t('itemAdmin.title')}
        searchHint={t('itemAdmin.searchHint')}
        columns={columns}
        sortedBy="created"
        states={{ label: t('itemAdmin.state'), all: t('itemAdmin.all'), values: administeredStates, labelOf }}
        list="lookUpItems"
        none={t('itemAdmin.none')}
      />
    </>
  );
}

/** One item: nothing private of its owner, and no word of a conversation. */
function Item({ id }: { id: string }) {
  return (
    <Subject
      back={{ label: t('itemAdmin.title'), href: adminItemsPath() }}
      query={administeredItemQuery(id)}
      failure={t('itemAdmin.failed')}
    >
      {({ tags, history, told, ...item }) => (
        <>
          <PageHeading className="wrap-anywhere hyphens-manual">{item.name}</PageHeading>
          <Facts facts={factsOf(item)} />
          <Lines id="tags" title={t('itemAdmin.tags')} said={tags.length === 0 && t('itemAdmin.noTags')}>
            {tags.map((tag) => (
              <li key={tag.code}>
                <TagLink code={tag.code} /> {statesOfTag(tag)}
              </li>
            ))}
          </Lines>
          <Lines id="states" title={t('itemAdmin.history')} said={history.length === 0 && t('itemAdmin.noHistory')}>
            {history.map(({ state, at }) => (
              <li key={at}>
                <When at={at} />: {t(`itemAdmin.state-${state}`)}
              </li>
            ))}
          </Lines>
          <Lines id="told" title={t('itemAdmin.told')} said={t(`itemAdmin.${told.length ? 'toldText' : 'noneTold'}`)}>
            {told.map(({ kind, id, conversationId, at }) => (
              <li key={kind + id}>
                <When at={at} />: {t(`itemAdmin.kind-${kind}`)}{' '}
                <a href={adminReadingPath(conversationId, { kind, id })}>{t('moderation.read')}</a>
              </li>
            ))}
          </Lines>
        </>
      )}
    </Subject>
  );
}

type Shown = Omit<AdministeredItem, 'tags' | 'history' | 'told'>;

function factsOf({ owner, state, ...item }: Shown): Record<string, ReactNode> {
  return {
    [t('itemAdmin.owner')]: <PersonLink {...owner} />,
    [t('itemAdmin.state')]: t(`itemAdmin.state-${state}`),
    [t('itemAdmin.added')]: dayOf(item.createdAt),
    [t('itemAdmin.changed')]: dayOf(item.changedAt),
    [t('itemAdmin.members')]: t('admin.count', { count: item.members }),
    [t('itemAdmin.conversations')]: t('itemAdmin.conversationCounts', item.conversations),
    [t('itemAdmin.id')]: item.id,
  };
}

function statesOfTag({ status, frozen, replaced }: AdministeredItem['tags'][number]): string {
  return [t(`tagAdmin.${status}`), frozen && t('itemAdmin.frozen'), replaced && t('itemAdmin.replaced')]
    .filter(Boolean)
    .join(', ');
}
