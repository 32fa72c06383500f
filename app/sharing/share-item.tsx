import { type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query';
import type { ItemMember, OpenInvitation } from '../../domain/sharing/contract/schema.ts';
import { editItemPath, invitationPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { dayInWords } from '../../ui/dates.ts';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { Loaded } from '../data/loaded.tsx';
import type { LongList } from '../data/long-lists.ts';
import { ItemPage } from '../items/item-page.tsx';
import { ConfirmButton } from '../widgets/confirm-button.tsx';
import { InviteByCode, InviteByEmail, type IsOver } from './invite.tsx';
import { invitationsQuery, membersQuery } from './queries.ts';
import { TakeBack } from './take-back.tsx';

/** The page on which an owner sees the members of an item, and whom they invited. */
export function ShareItem() {
  const t = useWords();
  return <ItemPage title={t('sharing.title')}>{({ id, name }) => <Sharing item={id} name={name} />}</ItemPage>;
}

function Sharing({ item, name }: { item: string; name: string }) {
  const t = useWords();
  const members = useQuery(membersQuery(item));
  const invitations = useQuery(invitationsQuery(item));
  const isOver = ({ email = null, expiresAt }: Partial<OpenInvitation>, at: number) =>
    invitations.dataUpdatedAt > at &&
    !invitations.data?.rows.some((each) =>
      email === null ? each.expiresAt === expiresAt : each.email?.toLowerCase() === email,
    );
  return (
    <div className="grid max-w-2xl gap-8">
      <div className="grid gap-2">
        <p className="text-[1.125rem] font-bold wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p className="text-ink-soft">{t('sharing.lead')}</p>
      </div>
      <Members item={item} members={members} />
      {/* Below a list that is not there yet they would jump. */}
      {!members.isPending && (
        <>
          <ByEmail item={item} isOver={isOver} />
          <ByCode item={item} isOver={isOver} />
          <Invitations item={item} invitations={invitations} />
        </>
      )}
      <LinkButton href={editItemPath(item)} variant="secondary" className="justify-self-start">
        {t('sharing.toItem')}
      </LinkButton>
    </div>
  );
}

type MembersProps = { item: string; members: UseQueryResult<LongList<ItemMember & { id: string }>> };

function Members({ item, members }: MembersProps) {
  const t = useWords();
  return (
    <section className="grid gap-3">
      <h2>{t('sharing.sharedWith')}</h2>
      <Loaded query={members} failure={t('sharing.membersFailed')}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p>{t('sharing.withNobody')}</p>
          ) : (
            <ul className="grid gap-3">
              {rows.map((member) => (
                <li key={member.id} className={line}>
                  <Member item={item} member={member} />
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </section>
  );
}

const line = 'flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-line bg-card p-4';

function Member({ item, member: { uid, name, since } }: { item: string; member: ItemMember }) {
  const t = useWords();
  const client = useQueryClient();
  const revoke = async () => {
    await callFunction('revokeMember', { id: item, uid });
    await client.invalidateQueries(membersQuery(item));
  };
  return (
    <>
      <p className="min-w-0 wrap-anywhere">
        <bdi className="font-bold">{name}</bdi>
        <br />
        <span className="text-ink-soft">{t('sharing.since', { day: dayInWords(since, t) })}</span>
      </p>
      <ConfirmButton
        label={t('sharing.revoke')}
        variant="secondary"
        question={t('sharing.revokeQuestion', { name })}
        verb={t('sharing.revoke')}
        action={revoke}
      >
        <p>{t('sharing.revokeText')}</p>
      </ConfirmButton>
    </>
  );
}

type WayProps = { item: string; isOver: IsOver<Partial<OpenInvitation>> };

function ByEmail({ item, isOver }: WayProps) {
  const t = useWords();
  const client = useQueryClient();
  const invite = async (email: string) => {
    await callFunction('inviteByEmail', { id: item, email });
    client.invalidateQueries(invitationsQuery(item));
  };
  return (
    <InviteByEmail
      title={t('sharing.byEmail')}
      verb={t('sharing.invite')}
      sent={t('sharing.invited')}
      invite={invite}
      isOver={isOver}
    />
  );
}

function ByCode({ item, isOver }: WayProps) {
  const t = useWords();
  const client = useQueryClient();
  const make = async (key: string) => {
    const made = await callFunction('makeInvitationCode', { id: item, key });
    client.invalidateQueries(invitationsQuery(item));
    return made;
  };
  return (
    <InviteByCode
      title={t('sharing.byCode')}
      text={t('sharing.codeText')}
      path={invitationPath()}
      make={make}
      isOver={isOver}
    />
  );
}

type InvitationsProps = { item: string; invitations: UseQueryResult<LongList<OpenInvitation>> };

function Invitations({ item, invitations }: InvitationsProps) {
  const t = useWords();
  return (
    <Loaded query={invitations} failure={t('sharing.invitationsFailed')}>
      {({ rows }) =>
        rows.length > 0 && (
          <section className="grid gap-3">
            <h2>{t('sharing.waiting')}</h2>
            <ul className="grid gap-3">
              {rows.map((invitation) => (
                <li key={invitation.id} className={line}>
                  <Invitation item={item} invitation={invitation} />
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loaded>
  );
}

function Invitation({ item, invitation }: { item: string; invitation: OpenInvitation }) {
  const t = useWords();
  const client = useQueryClient();
  const { id, email, expiresAt } = invitation;
  const cancel = async () => {
    try {
      await callFunction('cancelInvitation', { id });
    } finally {
      await client.invalidateQueries(invitationsQuery(item));
    }
  };
  return (
    <>
      <p className="min-w-0 wrap-anywhere">
        {email === null ? (
          <bdi className="font-bold">{t('sharing.aCode')}</bdi>
        ) : (
          <bdi className="font-bold" dir="ltr">
            {email}
          </bdi>
        )}
        <br />
        <span className="text-ink-soft">{t('sharing.until', { day: dayInWords(expiresAt, t) })}</span>
      </p>
      <TakeBack cancel={cancel} />
    </>
  );
}
