import type { AuditEntry } from '../../../domain/audit/contract/schema.ts';
import { t } from '../../core/document/app-translations.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { DayAndTime } from './admin-page.tsx';
import { AdminTable, type Column } from './admin-table.tsx';

export function AdminAudit() {
  const columns: Column<'listAuditEntries'>[] = [
    { label: t('auditAdmin.time'), sort: 'time', cell: DayAndTime },
    {
      label: t('auditAdmin.by'),
      cell: ({ by, byUid }) => <bdi dir="ltr">{by ?? byUid ?? t('auditAdmin.command')}</bdi>,
    },
    { label: t('auditAdmin.act'), cell: ({ act }) => t(`act.${act}`) },
    {
      label: t('auditAdmin.subject'),
      cell: ({ subjectKind, subjectId }) => (
        <>
          {t(`auditAdmin.kind-${subjectKind}`)} <bdi className="wrap-anywhere text-ink-soft">{subjectId}</bdi>
        </>
      ),
    },
    { label: t('auditAdmin.changes'), cell: Changes },
  ];
  return (
    <div className="grid gap-6">
      <PageHeading>{t('auditAdmin.title')}</PageHeading>
      <AdminTable
        name="audit"
        caption={t('auditAdmin.title')}
        searchHint={t('auditAdmin.searchHint')}
        columns={columns}
        list="listAuditEntries"
        none={t('auditAdmin.none')}
      />
    </div>
  );
}

const Changes = ({ changes }: AuditEntry) => (
  <ul className="grid gap-1">
    {Object.entries(changes).map(([field, [before, after]]) => (
      <li key={field} className="wrap-anywhere">
        {field}: <bdi>{inWords(before)}</bdi> → <bdi>{inWords(after)}</bdi>
      </li>
    ))}
  </ul>
);

const inWords = (value: string | number | boolean | null) => (value === null || value === '' ? '–' : String(value));
