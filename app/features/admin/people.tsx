import { type ReactNode, useState } from 'react';
import type { Person as Account, AccountAction } from '../../../domain/people/contract/people.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { adminAuditPath, adminPeoplePath, profilePath, searchedPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { t } from '../../core/document/app-translations.ts';
import { useSearchParams } from '../../core/navigation/navigation.tsx';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { dayOf } from '../../widgets/dates.ts';
import { Facts } from '../../widgets/facts.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { Day, PersonLink, Section, Subject } from './admin-page.tsx';
import { AdminTable, type Column } from './admin-table.tsx';
import { adminKeys, personQuery } from './queries.ts';

export function AdminPeople() {
  const params = useSearchParams();
  const asked = params.get('person');
  return <div className="grid gap-6">{asked ? <Person key={asked} id={asked} /> : <People />}</div>;
}

function People() {
  const columns: Column<'listPeople'>[] = [
    { label: t('admin.email'), sort: 'email', cell: ({ id, email }) => <PersonLink uid={id} email={email} /> },
    { label: t('admin.name'), cell: ({ displayName }) => <bdi>{displayName}</bdi> },
    { label: t('admin.signedUp'), sort: 'created', cell: ({ createdAt }) => <Day at={createdAt} /> },
    {
      label: t('admin.lastLogin'),
      sort: 'lastLogin',
      cell: ({ lastLogin }) => (lastLogin ? <Day at={lastLogin} /> : t('admin.never')),
    },
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
        searchHint={t('peopleAdmin.searchHint')}
        columns={columns}
        sortedBy="created"
        list="listPeople"
        none={t('peopleAdmin.none')}
      />
    </>
  );
}

function statesOf({ isAdmin, disabledAt, deletedOn, emailVerified }: Account) {
  return [
    ...(isAdmin ? (['admin'] as const) : []),
    ...(disabledAt ? (['disabled'] as const) : []),
    ...(deletedOn ? (['deleting'] as const) : []),
    ...(emailVerified === false ? (['unconfirmed'] as const) : []),
  ];
}

type Details = FunctionOutput<'getPerson'>;

function Person({ id }: { id: string }) {
  const { user } = useAuth();
  const profile = (text: ReactNode) => <a href={profilePath()}>{text}</a>;
  return (
    <Subject
      back={{ label: t('peopleAdmin.title'), href: adminPeoplePath() }}
      query={personQuery(id)}
      failure={t('peopleAdmin.failed')}
    >
      {(person) => (
        <>
          <PageHeading className="wrap-anywhere hyphens-manual">{person.displayName || person.email}</PageHeading>
          {person.disabledAt && <Alert tone="error" title={t('peopleAdmin.state-disabled')} />}
          {person.deletedOn && (
            <Alert tone="error" title={t('peopleAdmin.deletedOn', { day: dayOf(person.deletedOn) })} />
          )}
          <Facts facts={factsOf(person)} />
          <p>
            <a href={adminAuditPath(id)}>{t('peopleAdmin.history')}</a>
          </p>
          <Section id="acts" title={t('peopleAdmin.acts')}>
            {user?.uid === person.id ? (
              <Alert title={t('peopleAdmin.ownAccount')}>{t.rich('peopleAdmin.ownAccountText', { profile })}</Alert>
            ) : (
              <AccountActs person={person} />
            )}
          </Section>
        </>
      )}
    </Subject>
  );
}

function factsOf(person: Details): Record<string, ReactNode> {
  const { email, emailVerified, createdAt, lastLogin } = person;
  const countOf = (count: number) => t('admin.count', { count });
  const listOf = (list: string, count: number) =>
    count ? <a href={searchedPath(list, email)}>{countOf(count)}</a> : countOf(count);
  return {
    [t('admin.email')]: <bdi dir="ltr">{email}</bdi>,
    [t('admin.confirmed')]: t(emailVerified === false ? 'admin.no' : 'admin.yes'),
    [t('admin.role')]: t(statesOf(person).includes('admin') ? 'peopleAdmin.state-admin' : 'admin.noRole'),
    [t('admin.signedUp')]: dayOf(createdAt),
    [t('admin.lastLogin')]: lastLogin ? dayOf(lastLogin) : t('admin.never'),
    [t('peopleAdmin.language')]: person.language ?? '–',
    [t('peopleAdmin.sessions')]: countOf(person.sessions),
    [t('peopleAdmin.items')]: listOf('items', person.items),
    [t('peopleAdmin.conversations')]: countOf(person.conversations),
    [t('peopleAdmin.orders')]: listOf('orders', person.orders),
    [t('admin.userId')]: person.id,
  };
}

const dangers = new Set<AccountAction>(['disable', 'delete', 'grant']);

function AccountActs({ person }: { person: Details }) {
  const [sent, setSent] = useState(false);
  const { id, displayName, email, isAdmin, disabledAt, deletedOn, emailVerified, sessions } = person;
  const possible: AccountAction[] = [
    ...(emailVerified === false ? (['resend-confirmation'] as const) : []),
    ...(sessions > 0 ? (['sign-out'] as const) : []),
    isAdmin ? 'revoke' : 'grant',
    disabledAt ? 'enable' : 'disable',
    deletedOn ? 'keep' : 'delete',
  ];
  return (
    <>
      <div className="flex flex-wrap gap-3">
        {possible.map((each) => (
          <ConfirmButton
            key={each}
            label={t(`peopleAdmin.label-${each}`)}
            variant={dangers.has(each) ? 'danger' : 'secondary'}
            question={t(`peopleAdmin.question-${each}`, { name: displayName || email })}
            verb={t(`peopleAdmin.verb-${each}`)}
            verbVariant={dangers.has(each) ? 'danger' : 'primary'}
            text={t(`peopleAdmin.text-${each}`)}
            changes={[adminKeys.person, adminKeys.tables]}
            action={async () => {
              await callFunction('administerAccount', { id, act: each });
              setSent(each === 'resend-confirmation');
            }}
          />
        ))}
      </div>
      <p role="status" className="empty:hidden">
        {sent && t('peopleAdmin.confirmationSent', { email })}
      </p>
    </>
  );
}
