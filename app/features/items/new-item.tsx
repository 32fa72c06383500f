import { useState } from 'react';
import { newIdempotencyKey } from '../../../browser/idempotency-key.ts';
import { isSame } from '../../../domain/conflicts/contract/fields.ts';
import type { ItemSummary, NewItem } from '../../../domain/items/contract/schema.ts';
import { itemPath, itemsPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton } from '../../../ui/button.tsx';
import { callFunction, FunctionError } from '../../core/data/call-function.ts';
import { itemsQuery } from '../../core/data/queries.ts';
import { queryClient } from '../../core/data/query-client.ts';
import { t } from '../../core/document/app-translations.ts';
import { navigate } from '../../core/navigation/navigation.tsx';
import type { EntryOf, NewItemEntry } from '../../core/outbox/entry.ts';
import { canWait } from '../../core/outbox/refusals.ts';
import { newEntry, type Options } from '../../core/outbox/save.ts';
import { useOutbox, useSave } from '../../core/outbox/use-outbox.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { type WaitingClaim, waitingClaim } from '../../core/session/waiting.ts';
import type { FormDraft } from '../../widgets/drafted.tsx';
import { useChange, useKeyOf } from '../../widgets/form.tsx';
import { ChoosePicture, PicturePreview } from './choose-picture.tsx';
import { pictureEntryOf, SendingPicture, useSaveFile } from './item-picture.tsx';

type Saved = { item?: ItemSummary; picture: 'done' | 'waits' | Error };

type NewItemOptions = Pick<Options, 'staysRefused'> & {
  draft: FormDraft;
  onError?: (error: Error, details: NewItem) => void;
  /** Where a new item leads; to its page when it is missing. */
  next?: ((item: ItemSummary) => string) | undefined;
  claim?: WaitingClaim;
  /** What waits for the same tag, or was refused for another: the same words keep their key. */
  before?: NewItemEntry | undefined;
  /** What was refused for another tag, and is dropped when the item is stored with this one. */
  refused?: NewItemEntry | undefined;
};

export function useNewItem(options: NewItemOptions) {
  const { draft, claim, before, refused: instead, staysRefused, onError = () => {}, next = pageOf } = options;
  const { uid } = useUser();
  const keyOf = useKeyOf();
  const [added, setAdded] = useState<ItemSummary>();
  const saveEntry = useSave();
  const waitingPicture = useOutbox().pictures.find(({ after }) => after !== undefined && after === before?.key);
  const [picture, setPicture] = useState(waitingPicture?.file);
  const { save: saveFile, percent, stop } = useSaveFile();
  // A tag's form is not shown again before signing in, so what was typed must wait.
  const isSignedOut = (error: unknown) => error instanceof FunctionError && error.code === 'unauthenticated';
  const mayWait = (error: unknown) => canWait(error) && (claim !== undefined || !isSignedOut(error));
  const keyFor = (details: NewItem) => {
    if (!before || before.call === 'activateTagOnItem') return keyOf(details);
    const { key, ...said } = before.input as EntryOf<'addItem'>['input'];
    return isSame({ ...said, ...details }, said) ? key : keyOf(details);
  };
  const send = async (details: NewItem) => {
    if (added) return callFunction('updateItem', { ...details, id: added.id });
    const idempotencyKey = keyFor(details);
    const key = claim ? `${uid} tag ${claim.code}` : `${uid} new ${idempotencyKey}`;
    const common = { about: key, name: details.name, key };
    const waiting = picture && {
      ...pictureEntryOf({ id: '', name: details.name }, picture, idempotencyKey),
      ...{ uid, about: key, key: `${key} picture`, after: key },
    };
    const options = { instead, mayWait, staysRefused, picture: waiting && newEntry('setPicture', waiting) };
    const input = { ...details, key: idempotencyKey };
    const item = claim
      ? await saveEntry('activateTag', { ...common, input: { ...claim, ...input } }, options)
      : await saveEntry('addItem', { ...common, input }, options);
    return item as ItemSummary | undefined;
  };
  const save = useChange(
    async (details: NewItem): Promise<Saved> => {
      const item = await send(details);
      draft.end();
      if (!item) {
        if (claim) waitingClaim.forget(claim.code);
        return { picture: 'waits' };
      }
      setAdded(item);
      queryClient.invalidateQueries(itemsQuery);
      if (!picture) return { item, picture: 'done' };
      // The waiting picture has the key of its new item, and may be sent at the same time.
      const key = added ? newIdempotencyKey() : keyFor(details);
      return saveFile('setPicture', pictureEntryOf(item, picture, key)).then(
        (isDone) => ({ item, picture: isDone ? 'done' : 'waits' }),
        (error) => ({ item, picture: error }),
      );
    },
    {
      onSuccess: ({ item, picture }) => {
        if (item && picture === 'done') navigate(next(item));
        else if (picture === 'waits') navigate(itemsPath());
      },
      onError,
    },
  );
  const refused = save.data?.picture instanceof Error ? save.data.picture : null;
  return {
    isAdded: added !== undefined,
    form: {
      // An item that is there is not made again.
      draft: added ? undefined : draft,
      saving: save.isPending || (save.isSuccess && !refused),
      error: save.error,
      onSave: (details: NewItem) => save.mutate(details),
    },
    picture: { picture, onChange: setPicture, percent, onStop: stop, refused },
  };
}

const pageOf = ({ hash }: ItemSummary) => itemPath(hash);

type NewItemPictureProps = {
  picture: Blob | undefined;
  onChange(picture: Blob | undefined): void;
  percent: number | undefined;
  onStop(): void;
  refused: Error | null;
};

export function NewItemPicture({ picture, onChange, percent, onStop, refused }: NewItemPictureProps) {
  return (
    <fieldset className="grid gap-3">
      <legend className="mb-2 font-[650]">{t('picture.title')}</legend>
      <p className="field-hint">{t('picture.hint')}</p>
      {refused && (
        <Alert tone="error" title={t('picture.refused', { reason: refused.message })}>
          {t('picture.itemIsThere')}
        </Alert>
      )}
      {picture && <PicturePreview file={picture} name={t('picture.title')} />}
      {percent !== undefined && <SendingPicture percent={percent} onStop={onStop} />}
      <div hidden={percent !== undefined}>
        <ChoosePicture hasOne={picture !== undefined} onChoose={onChange} />
      </div>
      {picture && percent === undefined && (
        <div className="flex flex-wrap items-center gap-3">
          <p>{t('picture.readyForItem')}</p>
          <ActionButton onClick={() => onChange(undefined)}>{t('picture.remove')}</ActionButton>
        </div>
      )}
    </fieldset>
  );
}
