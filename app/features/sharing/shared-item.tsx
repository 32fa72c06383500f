import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useParams } from 'react-router';
import { isLost } from '../../../domain/items/contract/item-state.ts';
import type { SharedItem as Item } from '../../../domain/sharing/contract/schema.ts';
import { inboxPath, itemPath, itemsPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { callFunction } from '../../core/data/call-function.ts';
import { isNotFound } from '../../core/data/function-error.ts';
import { sharedItemQuery, showSharedItem } from '../../core/data/sharing-queries.ts';
import { useChange } from '../../core/data/use-change.ts';
import { late } from '../../core/document/late.tsx';
import { followSharing } from '../../core/offline/forget-item.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { ChangeButton, Failure } from '../../widgets/form.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { LeadPage, NotFoundScreen } from '../../widgets/page-heading.tsx';
import { LostOrNot } from '../items/lost-switch.tsx';
import { sharedStateInWords } from '../items/shared-items.tsx';

const DisabledTagsAlert = late(async () => (await import('../items/disabled-tags.tsx')).DisabledTagsAlert);

export function SharedItemPage() {
  const t = useTranslations();
  const { id = '' } = useParams();
  const item = useQuery(sharedItemQuery(id));
  if (isNotFound(item.error)) {
    const action = { label: t('itemForm.toItems'), href: itemsPath() };
    return <NotFoundScreen title={t('sharing.notSharedTitle')} text={t('sharing.notSharedText')} action={action} />;
  }
  return (
    <Loaded query={item} failure={t('sharing.itemFailed')}>
      {(data) => <Shown item={data} />}
    </Loaded>
  );
}

function Shown({ item }: { item: Item }) {
  const t = useTranslations();
  return (
    <LeadPage title={item.name} lead={t.rich('inbox.sharedBy', { owner: item.sharedBy })}>
      <DisabledTagsAlert itemId={item.id} isShared />
      <LostSwitch item={item} />
      {item.note && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
          {item.note}
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        <LinkButton href={inboxPath()}>{t('frame.messages')}</LinkButton>
        <LinkButton href={itemPath(item.hash)} variant="secondary">
          {t('sharing.finderPage')}
        </LinkButton>
        <MuteSwitch item={item} />
      </div>
      <Leave item={item} />
    </LeadPage>
  );
}

function useItemChange(change: () => Promise<Item>) {
  const client = useQueryClient();
  return useChange(change, { onSuccess: (changed) => showSharedItem(client, changed) });
}

function LostSwitch({ item }: { item: Item }) {
  const t = useTranslations();
  const lost = isLost(item);
  const { id, lostAt } = item;
  const change = useItemChange(() =>
    lost
      ? callFunction('markSharedItemReturned', { id, ...(lostAt && { lostAt }) })
      : callFunction('markSharedItemLost', { id }),
  );
  return (
    <LostOrNot
      label={t('sharing.lostOrNot')}
      isLost={lost}
      state={sharedStateInWords(item, t)}
      action={lost ? t('sharing.isBack') : t('items.markLost')}
      change={change}
    />
  );
}

function MuteSwitch({ item }: { item: Item }) {
  const t = useTranslations();
  const change = useItemChange(() => callFunction('muteItem', { id: item.id, muted: !item.muted }));
  return (
    <>
      <ChangeButton of={change}>{item.muted ? t('sharing.unmute') : t('sharing.mute')}</ChangeButton>
      {item.muted && <p className="w-full">{t('sharing.muted')}</p>}
      <Failure error={change.error} />
    </>
  );
}

function Leave({ item }: { item: Item }) {
  const t = useTranslations();
  const client = useQueryClient();
  const navigate = useNavigate();
  const { uid } = useUser();
  const leave = async () => {
    await callFunction('leaveItem', { id: item.id });
    navigate(itemsPath(), { replace: true });
    await followSharing(client, uid, { item: item.id, ended: true });
  };
  return (
    <section className="grid gap-3 border-t-2 border-dashed border-line pt-6">
      <ConfirmButton
        label={t('sharing.leave')}
        question={t('sharing.leaveQuestion', { item: item.name })}
        action={leave}
        text={t('sharing.leaveText')}
      />
    </section>
  );
}
