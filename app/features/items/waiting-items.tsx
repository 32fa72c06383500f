import { useLayoutEffect, useRef } from 'react';
import { activatePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { TextLink } from '../../../ui/button.tsx';
import { CodeGroups } from '../../../ui/code-groups.tsx';
import { t } from '../../core/document/app-translations.ts';
import type { NewItemEntry } from '../../core/outbox/entry.ts';
import { whyRefused } from '../../core/outbox/refusals.ts';
import { sendAnew, sendWithoutTag, undoNewItem } from '../../core/outbox/send.ts';
import { useOutbox } from '../../core/outbox/use-outbox.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { RefusedActions } from '../../widgets/refused-actions.tsx';
import { PicturePreview } from './choose-picture.tsx';

export function WaitingItems({ items }: { items: NewItemEntry[] }) {
  return (
    <ul aria-label={t('unsent.notSentYet')} className="mb-6 grid grid-cols-1 gap-3">
      {items.map((item) => (
        <WaitingItem key={item.key} entry={item} />
      ))}
    </ul>
  );
}

function WaitingItem({ entry }: { entry: NewItemEntry }) {
  const { call, refusal, name = '' } = entry;
  const picture = useOutbox().pictures.find(({ after }) => after === entry.key);
  const code = call === 'addItem' ? undefined : entry.input.code;
  const details = call === 'activateTagOnItem' ? undefined : entry.input;
  const discard = () => undoNewItem(entry);
  const isItemGone = refusal === 'no-item';
  const discarding = !details
    ? { question: t('activate.discardTag', { item: name }), explanation: t('activate.discardTagText') }
    : { question: t('items.discardNew', { item: name }), explanation: t('items.discardNewText') };
  const againOf = (refused: NewItemEntry) => {
    if (refused.call === 'addItem' && refusal === 'not-found') return { onAgain: () => sendAnew(refused) };
    if (refused.call !== 'activateTag' || (refusal !== 'aborted' && refusal !== 'not-found')) return {};
    return { again: t('activate.withoutTag'), onAgain: () => sendWithoutTag(refused) };
  };
  return (
    <li
      ref={useFocusAfter()}
      className="grid grid-cols-1 gap-3 rounded-card border-2 border-dashed border-home bg-card px-4 py-3"
    >
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        {picture && <PicturePreview file={picture.file} name={name} />}
        <div className="min-w-0">
          <h2 className="wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
          {details && <p className="text-ink-soft">{t(`category.${details.category}`)}</p>}
          {details?.note && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {details.note}
            </p>
          )}
          {code && (
            <p>
              {t('activate.waitingOn')} <CodeGroups code={code} />
            </p>
          )}
        </div>
      </div>
      {refusal ? (
        <Alert tone="error" title={t('items.notSaved', { item: name })}>
          <p className="mb-3">{isItemGone ? t('activate.itemGone') : whyRefused(entry)}</p>
          {code && refusal !== 'too-old' && (
            <p className="mb-3">
              <TextLink href={activatePath(code)}>
                {t(isItemGone ? 'activate.onOtherItem' : 'activate.typeAgain')}
              </TextLink>
            </p>
          )}
          <RefusedActions entry={entry} {...againOf(entry)} onDiscard={discard} {...discarding} />
        </Alert>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div>
            <p className="font-[650]">{t(entry.delay === 'network' ? 'unsent.forNetwork' : 'unsent.toBeSent')}</p>
            <p>{t(code ? 'activate.activatedLater' : 'items.codeLater')}</p>
          </div>
          <ConfirmButton
            label={t('unsent.discard')}
            question={discarding.question}
            action={discard}
            text={discarding.explanation}
          />
        </div>
      )}
    </li>
  );
}

function useFocusAfter() {
  const place = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const row = place.current;
    return () => {
      if (!row?.contains(document.activeElement)) return;
      // An open dialog keeps the focus in itself.
      row.querySelector<HTMLDialogElement>('dialog[open]')?.close();
      document.querySelector<HTMLElement>('main h1')?.focus();
    };
  }, []);
  return place;
}
