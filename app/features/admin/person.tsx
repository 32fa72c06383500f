import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'react-router';
import type { AccountAction } from '../../../domain/people/contract/people.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import type { Translations } from '../../../language/create-translations.ts';
import { adminAuditPath, adminItemsPath, adminPeoplePath, profilePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { useAuth } from '../../core/session/auth-provider.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { dayOf } from '../../widgets/dates.ts';
import { Facts } from '../../widgets/facts.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { LoadedSubject } from './loaded-subject.tsx';
import { adminKeys, personQuery } from './queries.ts';
import { statesOf } from './states-of-account.ts';

type Details = FunctionOutput<'getPerson'>;

/** One account: what belongs to it, and what can be done with it. */
export function Person({ id }: { id: string }) {
  const t = useTranslations();
  return (
    <LoadedSubject
      back={{ label: t('peopleAdmin.title'), href: adminPeoplePath() }}
      query={useQuery(personQuery(id))}
      failure={t('peopleAdmin.failed')}
    >
      {(person) => (
        <>
          <PageHeading className="wrap-anywhere hyphens-manual">{person.displayName || person.email}</PageHeading>
          {person.disabledAt && <Alert tone="error" title={t('peopleAdmin.state-disabled')} />}
          {person.deletedOn && (
            <Alert tone="error" title={t('peopleAdmin.deletedOn', { day: dayOf(person.deletedOn) })} />
          )}
          <Facts facts={factsOf(person, t)} />
          <p>
            <Link to={`${adminAuditPath()}?search=${encodeURIComponent(id)}`}>{t('peopleAdmin.history')}</Link>
          </p>
          <Acts person={person} />
        </>
      )}
    </LoadedSubject>
  );
}

function factsOf(person: Details, t: Translations): Record<string, ReactNode> {
  const { email, emailVerified, createdAt, lastLogin, language, id, sessions, items, conversations, orders } = person;
  const countOf = (count: number) => t('admin.count', { count });
  return {
    [t('admin.email')]: <bdi dir="ltr">{email}</bdi>,
    [t('admin.confirmed')]: t(emailVerified === false ? 'admin.no' : 'admin.yes'),
    [t('admin.role')]: t(statesOf(person).includes('admin') ? 'peopleAdmin.state-admin' : 'admin.noRole'),
    [t('admin.signedUp')]: dayOf(createdAt),
    [t('admin.lastLogin')]: lastLogin ? dayOf(lastLogin) : t('admin.never'),
    [t('peopleAdmin.language')]: language ?? '–',
    [t('peopleAdmin.sessions')]: countOf(sessions),
    [t('peopleAdmin.items')]: items ? (
      <Link to={adminItemsPath({ search: email })}>{countOf(items)}</Link>
    ) : (
      countOf(items)
    ),
    [t('peopleAdmin.conversations')]: countOf(conversations),
    [t('peopleAdmin.orders')]: countOf(orders),
    [t('admin.userId')]: id,
  };
}

function Acts({ person }: { person: Details }) {
  const t = useTranslations();
  const { user } = useAuth();
  const [sent, setSent] = useState(false);
  if (user?.uid === person.id) return <OwnAccount />;
  const name = person.displayName || person.email;
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="acts">
      <h2 id="acts">{t('peopleAdmin.acts')}</h2>
      <div className="flex flex-wrap gap-3">
        {possibleActions(person).map((each) => (
          <ConfirmButton
            key={each}
            label={t(`peopleAdmin.label-${each}`)}
            variant={dangers.has(each) ? 'danger' : 'secondary'}
            question={t(`peopleAdmin.question-${each}`, { name })}
            verb={t(`peopleAdmin.verb-${each}`)}
            verbVariant={dangers.has(each) ? 'danger' : 'primary'}
            text={t(`peopleAdmin.text-${each}`)}
            changes={[adminKeys.person, adminKeys.tables]}
            action={async () => {
              await callFunction('administerAccount', { id: person.id, act: each });
              setSent(each === 'resend-confirmation');
            }}
          />
        ))}
      </div>
      <p role="status" className="empty:hidden">
        {sent && t('peopleAdmin.confirmationSent', { email: person.email })}
      </p>
    </section>
  );
}

function OwnAccount() {
  const t = useTranslations();
  const profile = (text: ReactNode) => <a href={profilePath()}>{text}</a>;
  return (
    <section className="grid grid-cols-1 gap-4" aria-labelledby="acts">
      <h2 id="acts">{t('peopleAdmin.acts')}</h2>
      <Alert title={t('peopleAdmin.ownAccount')}>
        <p>{t.rich('peopleAdmin.ownAccountText', { profile })}</p>
      </Alert>
    </section>
  );
}

const dangers = new Set<AccountAction>(['disable', 'delete', 'grant']);

function possibleActions({ isAdmin, disabledAt, deletedOn, emailVerified, sessions }: Details): AccountAction[] {
  return [
    ...(emailVerified === false ? (['resend-confirmation'] as const) : []),
    ...(sessions > 0 ? (['sign-out'] as const) : []),
    isAdmin ? 'revoke' : 'grant',
    disabledAt ? 'enable' : 'disable',
    deletedOn ? 'keep' : 'delete',
  ];
}
