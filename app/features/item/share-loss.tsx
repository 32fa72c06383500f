import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { toldLossOf } from '../../../domain/items/contract/item-state.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { itemPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton } from '../../../ui/button.tsx';
import { momentInWords } from '../../../ui/dates.ts';
import { TextField } from '../../../ui/fields.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { itemStatesQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { publicUrl } from '../../core/document/page-metadata.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { copyText } from '../../widgets/copy-button.tsx';
import { ChangeButton, Failure, useChange } from '../../widgets/form.tsx';

/** Shares the link of a lost item. Before the first time, its owner reads what becomes public. */
export function ShareLoss({ item }: { item: ItemSummary }) {
  const { id } = item;
  const states = itemStatesQuery(id);
  const known = useQuery(states).data;
  const { share, forget, told } = useLinkOfLoss(item);
  const stop = useChange(() => callFunction('unpublishLoss', { id }), {
    changes: [states.queryKey],
    onSuccess: forget,
  });
  // Its place is kept, so that nothing moves.
  if (!known) return <div className="mb-2 min-h-12" />;
  const publish = async () => {
    await callFunction('publishLoss', { id });
    // The dialog of the device stays open for as long as it likes.
    void share();
  };
  return (
    <div className="mb-2 grid gap-3">
      {known.rows[0]?.publishedIn ? (
        <>
          <p className="text-ink-soft">{t('shareLoss.isShared')}</p>
          <div className="flex flex-wrap gap-3">
            <ActionButton onClick={() => void share()}>{t('shareLoss.share')}</ActionButton>
            <ChangeButton of={stop}>{t('shareLoss.stop')}</ChangeButton>
          </div>
          <Failure error={stop.error} />
        </>
      ) : (
        <ConfirmButton
          label={t('shareLoss.share')}
          question={t('shareLoss.question')}
          text={t('shareLoss.text')}
          verbVariant="primary"
          changes={[states.queryKey]}
          action={publish}
        >
          <Public item={item} />
          <p>{t('shareLoss.ends')}</p>
        </ConfirmButton>
      )}
      {told}
    </div>
  );
}

/** For members of the family, who publish nothing. */
export function SendLink({ item }: { item: Lost }) {
  const { share, told } = useLinkOfLoss(item);
  return (
    <div className="grid gap-3">
      <ActionButton onClick={() => void share()}>{t('shareLoss.sendLink')}</ActionButton>
      {told}
    </div>
  );
}

type Lost = { name: string; hash: string };

function useLinkOfLoss({ name, hash }: Lost) {
  const [sent, setSent] = useState<Sent>();
  const url = publicUrl() + itemPath(hash);
  return {
    share: async () => setSent(await shareLink({ title: t('item.lostTitle', { item: name }), url })),
    forget: () => setSent(undefined),
    told: (
      <>
        {sent === 'copied' && <Alert tone="success">{t('shareLoss.copied')}</Alert>}
        {sent === 'shown' && <TextField label={t('shareLoss.copyIt')} name="link" value={url} readOnly dir="ltr" />}
      </>
    ),
  };
}

type Sent = 'shared' | 'copied' | 'shown';

/** By the device’s own dialog, else as a copy, else to be copied by hand. */
async function shareLink(link: { title: string; url: string }): Promise<Sent> {
  if ('share' in navigator) {
    const failure = await navigator.share(link).then(
      () => '',
      (error) => error.name,
    );
    // Whoever closes the dialog does not want the link elsewhere.
    if (failure === '' || failure === 'AbortError') return 'shared';
  }
  return (await copyText(link.url)) ? 'copied' : 'shown';
}

/** What finders see of it, as it stands there now. */
function Public({ item }: { item: ItemSummary }) {
  const { place, point, lastSeen, message } = toldLossOf(useQuery(itemStatesQuery(item.id)).data?.rows[0]);
  const { reward, phone, email } = item.facts;
  const lines = [
    item.name,
    item.pictureId && item.pictureShown && t('shareLoss.picture'),
    place,
    point && t('said.onMap'),
    lastSeen && momentInWords(lastSeen, t),
    ...[reward, phone, email].map((fact) => fact?.shown && fact.text),
    message,
    item.note,
  ].flatMap((line) => line || []);
  return (
    <ul className="list-disc ps-6">
      {[...new Set(lines)].map((line) => (
        <li key={line} className="wrap-anywhere">
          <bdi>{line}</bdi>
        </li>
      ))}
    </ul>
  );
}
