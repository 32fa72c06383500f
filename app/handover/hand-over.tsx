import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { OpenHandover } from '../../domain/handover/contract/schema.ts';
import { isLost } from '../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { editItemPath, handoverPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { dayInWords } from '../../ui/dates.ts';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { Loaded } from '../data/loaded.tsx';
import { ItemPage } from '../items/item-page.tsx';
import { InviteByCode, InviteByEmail, type IsOver } from '../sharing/invite.tsx';
import { TakeBack } from '../sharing/take-back.tsx';
import { handoverQuery } from './queries.ts';

/** Where an owner offers one of their items to somebody else, and takes the offer back. */
export function HandOver() {
  const t = useWords();
  return <ItemPage title={t('handover.title')}>{(item) => <Offer item={item} />}</ItemPage>;
}

function Offer({ item }: { item: ItemSummary }) {
  const t = useWords();
  const { id, name } = item;
  const handover = useQuery(handoverQuery(id));
  const isOver = ({ email = null, expiresAt }: Partial<OpenHandover>, at: number) => {
    const offered = handover.data;
    const isWaiting = email === null ? offered?.expiresAt === expiresAt : offered?.email?.toLowerCase() === email;
    return handover.dataUpdatedAt > at && !isWaiting;
  };
  return (
    <div className="grid max-w-2xl gap-8">
      <div className="grid gap-3">
        <p className="text-[1.125rem] font-bold wrap-anywhere">
          <bdi>{name}</bdi>
        </p>
        <p>{t('handover.lead')}</p>
        <ul className="grid list-disc gap-1 ps-5">
          <li>{t('handover.goes')}</li>
          <li>{t('handover.isDeleted')}</li>
          <li>{t('handover.stays')}</li>
        </ul>
      </div>
      <Loaded query={handover} failure={t('handover.failed')}>
        {(offered) => (
          <>
            {offered && <Waiting item={id} handover={offered} />}
            {isLost(item) ? <Notice>{t('handover.lost')}</Notice> : <Ways item={id} isOver={isOver} />}
          </>
        )}
      </Loaded>
      <LinkButton href={editItemPath(id)} variant="secondary" className="justify-self-start">
        {t('sharing.toItem')}
      </LinkButton>
    </div>
  );
}

function Waiting({ item, handover: { email, expiresAt } }: { item: string; handover: OpenHandover }) {
  const t = useWords();
  const client = useQueryClient();
  const cancel = async () => {
    try {
      await callFunction('cancelHandover', { id: item });
    } finally {
      await client.invalidateQueries(handoverQuery(item));
    }
  };
  const day = dayInWords(expiresAt, t);
  return (
    <section className="flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-line bg-card p-4">
      <p className="min-w-0 hyphens-manual wrap-anywhere">
        {email === null ? t('handover.codeWaits', { day }) : t.rich('handover.mailWaits', { email, day })}
      </p>
      <TakeBack cancel={cancel} />
    </section>
  );
}

function Ways({ item, isOver }: { item: string; isOver: IsOver<Partial<OpenHandover>> }) {
  const t = useWords();
  const client = useQueryClient();
  const isOffered = () => client.invalidateQueries(handoverQuery(item));
  const makeCode = async (key: string) => {
    const made = await callFunction('handOverByCode', { id: item, key });
    isOffered();
    return made;
  };
  const invite = async (email: string) => {
    await callFunction('handOverByEmail', { id: item, email });
    isOffered();
  };
  return (
    <>
      <InviteByCode
        title={t('handover.byCode')}
        text={t('handover.codeText')}
        path={handoverPath()}
        make={makeCode}
        isOver={isOver}
      />
      <InviteByEmail
        title={t('handover.byEmail')}
        verb={t('handover.offer')}
        sent={t('handover.offered')}
        invite={invite}
        isOver={isOver}
      />
    </>
  );
}
