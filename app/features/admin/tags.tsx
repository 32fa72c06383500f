import { Link, useSearchParams } from 'react-router';
import { adminTagsPath } from '../../../paths/paths.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { dayOf } from '../../widgets/dates.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { AdminTable, type Column } from './admin-table.tsx';
import { FindTag } from './find-tag.tsx';
import { MakeTagBatch } from './make-tag-batch.tsx';
import { Tag } from './tag.tsx';
import { TagBatch, TagBatchProgress } from './tag-batch.tsx';

const refreshMs = 2_000;

/** The tag batches; or one of them, or one tag, with what can be done. */
export function AdminTags() {
  const [params] = useSearchParams();
  const [batch, tag] = [params.get('batch'), params.get('tag')];
  return (
    <div className="grid grid-cols-1 gap-6">
      {tag ? <Tag key={tag} asked={tag} /> : batch ? <TagBatch key={batch} id={batch} /> : <TagBatches />}
    </div>
  );
}

function TagBatches() {
  const t = useTranslations();
  const columns: Column<'listTagBatches'>[] = [
    {
      label: t('tagAdmin.batch'),
      cell: ({ id, name }) => (
        <Link to={adminTagsPath({ batch: id })} className="wrap-anywhere">
          <bdi>{name || t('tagAdmin.nameless')}</bdi>
        </Link>
      ),
    },
    { label: t('tagAdmin.count'), sort: 'count', cell: (batch) => <TagBatchProgress batch={batch} /> },
    {
      label: t('tagAdmin.order'),
      cell: ({ order }) => (order ? t('orderAdmin.order', { number: String(order.number) }) : '–'),
    },
    {
      label: t('tagAdmin.begun'),
      sort: 'created',
      cell: ({ createdAt }) => <time dateTime={createdAt}>{dayOf(createdAt, 'short')}</time>,
    },
  ];
  return (
    <>
      <PageHeading>{t('tagAdmin.title')}</PageHeading>
      <FindTag />
      <MakeTagBatch />
      <section className="grid grid-cols-1 gap-4" aria-labelledby="batches">
        <h2 id="batches">{t('tagAdmin.batches')}</h2>
        <AdminTable
          name="tag-batches"
          caption={t('tagAdmin.batches')}
          searchLabel={t('auditAdmin.search')}
          searchHint={t('tagAdmin.searchHint')}
          columns={columns}
          sortedBy="created"
          list="listTagBatches"
          refreshMs={(rows) => rows.some(({ state }) => state === 'making') && refreshMs}
          none={t('tagAdmin.none')}
        />
      </section>
    </>
  );
}
