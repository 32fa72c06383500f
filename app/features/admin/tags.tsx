import { maxTagBatchName, maxTagBatchNote } from '../../../domain/items/contract/limits.ts';
import { adminTagsPath, tagMapPath } from '../../../paths/paths.ts';
import { TextArea, TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { navigate, useSearchParams } from '../../core/navigation/navigation.tsx';
import { Fold } from '../../widgets/fold.tsx';
import { Failure, type FieldValues, Submit, useChange, useForm, useKeyOf } from '../../widgets/form.tsx';
import { wholeNumberIn } from '../../widgets/numbers.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { Day, Section } from './admin-page.tsx';
import { AdminTable, type Column } from './admin-table.tsx';
import { openWhenProved } from './proved-files.tsx';
import { adminKeys } from './queries.ts';
import { TagScreen } from './tag.tsx';
import { TagBatchProgress, TagBatchScreen } from './tag-batch.tsx';

const refreshMs = 2_000;

export function AdminTags() {
  const params = useSearchParams();
  const [batch, tag] = [params.get('batch'), params.get('tag')];
  return (
    <div className="grid grid-cols-1 gap-6">
      {tag ? <TagScreen key={tag} asked={tag} /> : batch ? <TagBatchScreen key={batch} id={batch} /> : <TagBatches />}
    </div>
  );
}

function TagBatches() {
  const columns: Column<'listTagBatches'>[] = [
    {
      label: t('tagAdmin.batch'),
      cell: ({ id, name }) => (
        <a href={adminTagsPath({ batch: id })} className="wrap-anywhere">
          <bdi>{name || t('tagAdmin.nameless')}</bdi>
        </a>
      ),
    },
    { label: t('tagAdmin.count'), sort: 'count', cell: (batch) => <TagBatchProgress batch={batch} /> },
    {
      label: t('tagAdmin.order'),
      cell: ({ order }) => (order ? t('orderAdmin.order', { number: String(order.number) }) : '–'),
    },
    { label: t('tagAdmin.begun'), sort: 'created', cell: ({ createdAt }) => <Day at={createdAt} /> },
  ];
  return (
    <>
      <PageHeading>{t('tagAdmin.title')}</PageHeading>
      <Fold title={t('tagAdmin.make')}>
        <MakeTagBatch />
      </Fold>
      <Section id="batches" title={t('tagAdmin.batches')}>
        <AdminTable
          name="tag-batches"
          caption={t('tagAdmin.batches')}
          searchHint={t('tagAdmin.searchHint')}
          columns={columns}
          sortedBy="created"
          list="listTagBatches"
          refreshMs={(rows) => rows.some(({ state }) => state === 'making') && refreshMs}
          none={t('tagAdmin.none')}
        />
      </Section>
      <Section id="map" title={t('tagAdmin.map')}>
        <p>{t('tagAdmin.mapText')}</p>
        <ul className="flex flex-wrap gap-6">
          {(['csv', 'nginx', 'caddy'] as const).map((format) => (
            <li key={format}>
              <a href={tagMapPath(format)} download onClick={openWhenProved}>
                {t(`tagAdmin.map-${format}`)}
              </a>
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}

function MakeTagBatch() {
  const keyOf = useKeyOf();
  const make = useChange(
    ({ count = '', name = '', note = '' }: FieldValues) => {
      const details = { count: wholeNumberIn(count), name, note };
      return callFunction('makeTagBatch', { ...details, key: keyOf(details) });
    },
    { changes: [adminKeys.tables], onSuccess: ({ id }) => navigate(adminTagsPath({ batch: id })) },
  );
  const { ref, onSubmit, field, failure } = useForm(make);
  return (
    <form {...{ ref, onSubmit }} noValidate className="grid max-w-xl grid-cols-1 gap-4">
      <TextField
        label={t('tagAdmin.howMany')}
        hint={t('tagAdmin.howManyHint')}
        {...field('count')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={9}
      />
      <TextField
        label={t('tagAdmin.name')}
        hint={t('tagAdmin.nameHint')}
        {...field('name')}
        autoComplete="off"
        maxLength={maxTagBatchName}
      />
      <TextArea label={t('tagAdmin.note')} {...field('note')} rows={2} maxLength={maxTagBatchNote} />
      <Failure error={failure} />
      <Submit of={make} className="justify-self-start">
        {t('tagAdmin.makeVerb')}
      </Submit>
    </form>
  );
}
