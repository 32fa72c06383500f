import { useRef, useState } from 'react';
import { newIdempotencyKey } from '../../../browser/idempotency-key.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { picturePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton } from '../../../ui/button.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { showChangedItem } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { deliver } from '../../core/outbox/deliver.ts';
import type { Call } from '../../core/outbox/entry.ts';
import { whyRefused } from '../../core/outbox/refusals.ts';
import type { NewEntry } from '../../core/outbox/save.ts';
import { useOutbox, useSave } from '../../core/outbox/use-outbox.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { Failure, useChange } from '../../widgets/form.tsx';
import { RefusedActions } from '../../widgets/refused-actions.tsx';
import { ChoosePicture, PicturePreview } from './choose-picture.tsx';

export function ItemPicture({ item }: { item: ItemSummary }) {
  const waiting = useOutbox().pictures.find(({ about }) => about === item.id);
  const { save, percent, stop } = useSaveFile();
  const send = useChange((file: Blob) => save('setPicture', pictureEntryOf(item, file, newIdempotencyKey())));
  const remove = async () => showChangedItem(await callFunction('removePicture', { itemId: item.id }));
  return (
    <section className="grid content-start gap-4 border-t-2 border-dashed border-line pt-6 lg:border-0 lg:pt-0">
      <h2>{t('picture.title')}</h2>
      <p className="text-ink-soft">{t('picture.hint')}</p>
      {waiting ? (
        <PicturePreview file={waiting.file} name={item.name} />
      ) : (
        item.pictureId && (
          <img
            src={picturePath(item.pictureId, 320)}
            alt={t('picture.ofItem', { item: item.name })}
            width="160"
            height="160"
            className="size-40 rounded-control"
          />
        )
      )}
      {waiting && !waiting.refusal && percent === undefined && <Alert>{t('picture.waiting')}</Alert>}
      {waiting?.refusal && (
        <Alert tone="error" title={t('picture.refused', { reason: whyRefused(waiting) })}>
          <RefusedActions entry={waiting} />
        </Alert>
      )}
      <Failure error={send.error} />
      {percent !== undefined && <SendingPicture percent={percent} onStop={stop} />}
      <div hidden={percent !== undefined}>
        <ChoosePicture hasOne={Boolean(item.pictureId ?? waiting)} onChoose={(file) => send.mutate(file)} />
      </div>
      {item.pictureId && (
        <>
          <ShownSwitch item={item} />
          <ConfirmButton
            label={t('picture.remove')}
            question={t('picture.removeQuestion', { item: item.name })}
            action={remove}
            text={t('picture.removeText')}
          />
        </>
      )}
    </section>
  );
}

function ShownSwitch({ item }: { item: ItemSummary }) {
  // The mutation is pending a moment later: until then the box would jump back.
  const [wanted, setWanted] = useState<boolean>();
  const show = useChange((shown: boolean) => callFunction('showPicture', { itemId: item.id, shown }), {
    onSuccess: (changed) => showChangedItem(changed),
  });
  return (
    <>
      <label className="flex min-h-11 items-center gap-3">
        <input
          type="checkbox"
          className="size-5"
          checked={wanted ?? item.pictureShown}
          disabled={show.isPending}
          onChange={({ target }) => {
            setWanted(target.checked);
            show.mutate(target.checked, { onSettled: () => setWanted(undefined) });
          }}
        />
        {t('picture.shown')}
      </label>
      <Failure error={show.error} />
    </>
  );
}

export function SendingPicture({ percent, onStop }: { percent: number; onStop(): void }) {
  return (
    <div className="flex flex-wrap items-center gap-3">
      <progress value={percent} max={100} aria-label={t('picture.sending', { percent })} />
      <span>{t('picture.sending', { percent })}</span>
      <ActionButton onClick={onStop}>{t('picture.cancelSending')}</ActionButton>
    </div>
  );
}

export function pictureEntryOf({ id, name }: Pick<ItemSummary, 'id' | 'name'>, file: Blob, key: string) {
  return { about: id, name, slot: 'picture', file, input: { itemId: id, key } };
}

export function useSaveFile() {
  const saveEntry = useSave();
  const [percent, setPercent] = useState<number>();
  const stopping = useRef<AbortController>(undefined);
  const save = async <Each extends Call>(call: Each, entry: Omit<NewEntry<Each>, 'uid'>): Promise<boolean> => {
    const stop = new AbortController();
    stopping.current = stop;
    setPercent(0);
    try {
      const sending = { signal: stop.signal, onProgress: (share: number) => setPercent(Math.floor(share * 100)) };
      return (await saveEntry(call, entry, { send: (each) => deliver(each, sending) })) !== undefined;
    } catch (error) {
      if (stop.signal.aborted) return true;
      throw error;
    } finally {
      setPercent(undefined);
    }
  };
  return { save, percent, stop: () => stopping.current?.abort() };
}
