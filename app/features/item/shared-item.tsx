import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { isLost } from '../../../domain/items/contract/item-state.ts';
import type { SharedItem as Item } from '../../../domain/sharing/contract/schema.ts';
import { itemsPath, previewPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { ItemHead, itemColumns } from '../../../ui/item-head.tsx';
import { LoadingScreen } from '../../../ui/system-screen.tsx';
import { callFunction, isNotFound } from '../../core/data/call-function.ts';
import { sharedItemQuery, sharedItemsQuery, showSharedItem } from '../../core/data/queries.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { navigate } from '../../core/navigation/navigation.tsx';
import { followSharing } from '../../core/offline/forget-item.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { ChangeButton, Failure, useChange } from '../../widgets/form.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { usePageTitle } from '../../widgets/page-heading.tsx';
import { TagFromServer } from '../../widgets/tag-from-server.tsx';
import { sharedStateInWords } from '../items/shared-items.tsx';
import { ItemMessages } from './item-messages.tsx';

const DisabledTagsAlert = late(async () => (await import('../items/disabled-tags.tsx')).DisabledTagsAlert);
const SendLink = late(async () => (await import('./share-loss.tsx')).SendLink);

export function SharedItemPage({ id, hash }: { id: string; hash: string }) {
  const item = useQuery({
    ...sharedItemQuery(id),
    initialData: () => queryClient.getQueryData(sharedItemsQuery.queryKey)?.rows.find((each) => each.id === id),
    initialDataUpdatedAt: () => queryClient.getQueryState(sharedItemsQuery.queryKey)?.dataUpdatedAt,
  });
  const [isLeaving, setLeaving] = useState(false);
  if (isNotFound(item.error)) return isLeaving ? <LoadingScreen /> : <TagFromServer hash={hash} />;
  return (
    <Loaded query={item} failure={t('sharing.itemFailed')}>
      {(data) => <Shown item={data} onLeave={setLeaving} />}
    </Loaded>
  );
}

type ShownProps = { item: Item; onLeave(isLeaving: boolean): void };

function Shown({ item, onLeave }: ShownProps) {
  usePageTitle(item.name);
  return (
    <div className={itemColumns}>
      <div className="grid content-start gap-4">
        <ItemHead item={item} state={sharedStateInWords(item)} />
        <p className="text-ink-soft">{t.rich('inbox.sharedBy', { owner: item.sharedBy })}</p>
        <DisabledTagsAlert itemId={item.id} isShared />
        <LostSwitch item={item} />
        {isLost(item) && <SendLink item={item} />}
      </div>
      <div className="grid content-start gap-6">
        <ItemMessages itemId={item.id} />
        {item.note && (
          <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
            {item.note}
          </p>
        )}
        <div className="flex flex-wrap gap-3">
          <LinkButton href={previewPath(item.hash)} variant="secondary">
            {t('itemForm.preview')}
          </LinkButton>
          <MuteSwitch item={item} />
        </div>
        <Leave item={item} onLeave={onLeave} />
      </div>
    </div>
  );
}

function useItemChange(change: () => Promise<Item>) {
  return useChange(change, { onSuccess: (changed) => showSharedItem(changed) });
}

function LostSwitch({ item }: { item: Item }) {
  const lost = isLost(item);
  const { id, lostAt } = item;
  const change = useItemChange(() =>
    lost
      ? callFunction('markSharedItemReturned', { id, ...(lostAt && { lostAt }) })
      : callFunction('markSharedItemLost', { id }),
  );
  return (
    <div className="grid gap-3">
      <ChangeButton of={change} variant={lost ? 'primary' : 'danger'}>
        {lost ? t('sharing.isBack') : t('items.markLost')}
      </ChangeButton>
      <Failure error={change.error} />
    </div>
  );
}

function MuteSwitch({ item }: { item: Item }) {
  const change = useItemChange(() => callFunction('muteItem', { id: item.id, muted: !item.muted }));
  return (
    <>
      <ChangeButton of={change}>{item.muted ? t('sharing.unmute') : t('sharing.mute')}</ChangeButton>
      {item.muted && <p className="w-full">{t('sharing.muted')}</p>}
      <Failure error={change.error} />
    </>
  );
}

function Leave({ item, onLeave }: ShownProps) {
  const { uid } = useUser();
  const leave = async () => {
    onLeave(true);
    await callFunction('leaveItem', { id: item.id }).catch((error) => {
      onLeave(false);
      throw error;
    });
    navigate(itemsPath(), { replace: true });
    await followSharing(uid, { item: item.id, ended: true });
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
