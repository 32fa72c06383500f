import { useQuery } from '@tanstack/react-query';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import type { ItemMember } from '../../../domain/sharing/contract/schema.ts';
import { dayInWords } from '../../../ui/dates.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { membersQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { ItemPage } from '../items/item-page.tsx';
import { Invitations, sharingLine } from './invitations.tsx';

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
