import { Link, useSearchParams } from 'react-router';
import { adminPeoplePath } from '../../../paths/paths.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { dayOf } from '../../widgets/dates.ts';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { AdminTable, type Column } from './admin-table.tsx';
import { Person } from './person.tsx';
import { statesOf } from './states-of-account.ts';

/** All accounts; or one of them, with what can be done. */
export function AdminPeople() {
  const [params] = useSearchParams();
  const asked = params.get('person');
  return <div className="grid gap-6">{asked ? <Person key={asked} id={asked} /> : <People />}</div>;
}

function People() {
  const t = useTranslations();
  const day = (iso: string | null) => (iso ? <time dateTime={iso}>{dayOf(iso, 'short')}</time> : t('admin.never'));
  const columns: Column<'listPeople'>[] = [
    {
      label: t('admin.email'),
      sort: 'email',
      cell: ({ id, email }) => (
        <Link to={adminPeoplePath(id)}>
          <bdi dir="ltr">{email}</bdi>
        </Link>
      ),
    },
    { label: t('admin.name'), cell: ({ displayName }) => <bdi>{displayName}</bdi> },
    { label: t('admin.signedUp'), sort: 'created', cell: ({ createdAt }) => day(createdAt) },
    { label: t('admin.lastLogin'), sort: 'lastLogin', cell: ({ lastLogin }) => day(lastLogin) },
    {
      label: t('peopleAdmin.state'),
      cell: (account) =>
        statesOf(account)
          .map((state) => t(`peopleAdmin.state-${state}`))
          .join(', '),
    },
  ];
  return (
    <>
      <PageHeading>{t('peopleAdmin.title')}</PageHeading>
      <AdminTable
        name="people"
        caption={t('peopleAdmin.title')}
        searchLabel={t('auditAdmin.search')}
        searchHint={t('peopleAdmin.searchHint')}
        columns={columns}
        sortedBy="created"
        list="listPeople"
        none={t('peopleAdmin.none')}
      />
    </>
  );
}
