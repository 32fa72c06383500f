import { useQuery } from '@tanstack/react-query';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import type { InvitationPurpose, ItemMember, OpenInvitation } from '../../../domain/sharing/contract/schema.ts';
import { invitationPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton, LinkButton } from '../../../ui/button.tsx';
import { dayInWords } from '../../../ui/dates.ts';
import { QrCode } from '../../../ui/qr-code.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { invitationsQuery, membersQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { ChangeButton, Failure, useChange } from '../../widgets/form.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { ItemPage } from '../items/item-page.tsx';

export function ShareItem() {
  return <ItemPage title="sharing.title" of={Sharing} />;
}

function Sharing({ item: { id: item } }: { item: ItemSummary }) {
  const members = useQuery(membersQuery(item));
  return (
    <div className="grid max-w-2xl gap-8">
      <p className="text-ink-soft">{t('sharing.lead')}</p>
      <section className="grid gap-3">
        <h2>{t('sharing.sharedWith')}</h2>
        <Loaded query={members} failure={t('sharing.membersFailed')}>
          {({ rows }) =>
            rows.length === 0 ? (
              <p>{t('sharing.withNobody')}</p>
            ) : (
              <ul className="grid gap-3">
                {rows.map((member) => (
                  <Member key={member.id} item={item} member={member} />
                ))}
              </ul>
            )
          }
        </Loaded>
      </section>
      {/* Invitations would jump below a list that is still loading. */}
      {!members.isPending && <Invitations item={item} purpose="sharing" />}
    </div>
  );
}

function Member({ item, member: { uid, name, since } }: { item: string; member: ItemMember }) {
  return (
    <li className={sharingLine}>
      <p className="min-w-0 wrap-anywhere">
        <bdi className="font-bold">{name}</bdi>
        <br />
        <span className="text-ink-soft">{t('sharing.since', { day: dayInWords(since, t) })}</span>
      </p>
      <ConfirmButton
        label={t('sharing.revoke')}
        question={t('sharing.revokeQuestion', { name })}
        changes={[membersQuery(item).queryKey]}
        action={() => callFunction('revokeMember', { id: item, uid })}
        text={t('sharing.revokeText')}
      />
    </li>
  );
}

type InvitationsProps = { item: string; purpose: InvitationPurpose; mayMake?: boolean };

export function Invitations({ item, purpose, mayMake = true }: InvitationsProps) {
  const invitations = useQuery(invitationsQuery(item));
  const making = useChange(() => callFunction('makeInvitation', { id: item, purpose }), {
    changes: [invitationsQuery(item).queryKey],
    always: true,
  });
  const made = making.data;
  const isOver =
    invitations.dataUpdatedAt > making.submittedAt && !invitations.data?.rows.some(({ id }) => id === made?.id);
  return (
    <>
      {mayMake && (
        <section className="grid gap-3">
          <h2>{t('sharing.byLink')}</h2>
          <p>{t(`sharing.text_${purpose}`)}</p>
          <ChangeButton of={making} variant="primary" className="justify-self-start">
            {t('sharing.makeLink')}
          </ChangeButton>
          <div role="status">{made && !isOver && <MadeLink purpose={purpose} {...made} />}</div>
          <Failure error={making.error} />
        </section>
      )}
      <Loaded query={invitations} failure={t('sharing.invitationsFailed')}>
        {({ rows }) => <Waiting item={item} invitations={rows.filter((each) => each.purpose === purpose)} />}
      </Loaded>
    </>
  );
}

type MadeLinkProps = { purpose: InvitationPurpose; token: string; expiresAt: string };

/** The link is shown once, because only its hash is stored. */
function MadeLink({ purpose, token, expiresAt }: MadeLinkProps) {
  const url = location.origin + invitationPath(token);
  const title = t(`sharing.subject_${purpose}`);
  const text = t(`sharing.letter_${purpose}`);
  const mail = `mailto:?subject=${encodeURIComponent(title)}&body=${encodeURIComponent(`${text}\n\n${url}`)}`;
  // Closing the device's dialog rejects.
  const share = () => void navigator.share({ title, text, url }).catch(() => undefined);
  return (
    <Alert>
      <div className="grid gap-3">
        <p className="hyphens-manual">{t('sharing.linkMade', { day: dayInWords(expiresAt, t) })}</p>
        <p className="font-mono wrap-anywhere select-all" dir="ltr" translate="no">
          {url}
        </p>
        <div className="flex flex-wrap gap-3">
          {'share' in navigator && <ActionButton onClick={share}>{t('sharing.send')}</ActionButton>}
          <CopyButton text={url} />
          <LinkButton href={mail} variant="secondary">
            {t('sharing.mail')}
          </LinkButton>
        </div>
        <p>{t('sharing.scan')}</p>
        <QrCode text={url} label={t('sharing.qrCode')} errorCorrection="M" className="w-48 max-w-full" />
      </div>
    </Alert>
  );
}

function Waiting({ item, invitations }: { item: string; invitations: OpenInvitation[] }) {
  if (invitations.length === 0) return null;
  return (
    <section className="grid gap-3">
      <h2>{t('sharing.waiting')}</h2>
      <ul className="grid gap-3">
        {invitations.map((invitation) => (
          <Invitation key={invitation.id} item={item} invitation={invitation} />
        ))}
      </ul>
    </section>
  );
}

const sharingLine = 'flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-line bg-card p-4';

function Invitation({ item, invitation: { id, createdAt, expiresAt } }: { item: string; invitation: OpenInvitation }) {
  const cancel = useChange(() => callFunction('cancelInvitation', { id }), {
    changes: [invitationsQuery(item).queryKey],
    always: true,
  });
  return (
    <li className={sharingLine}>
      <p className="min-w-0">
        <span className="font-bold">{t('sharing.aLink', { day: dayInWords(createdAt, t) })}</span>
        <br />
        <span className="text-ink-soft">{t('sharing.until', { day: dayInWords(expiresAt, t) })}</span>
      </p>
      <ChangeButton of={cancel}>{t('sharing.takeBack')}</ChangeButton>
      <Failure error={cancel.error} />
    </li>
  );
}
