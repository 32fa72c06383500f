import { useQueryClient } from '@tanstack/react-query';
import { useLayoutEffect, useRef } from 'react';
import { activatePath } from '../../paths/paths.ts';
import { CodeGroups } from '../../ui/code-groups.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { PicturePreview } from '../files/picture-preview.tsx';
import { RefusedActions } from '../offline/refused.tsx';
import { whyRefused } from '../offline/why-refused.ts';
import type { UnsentItem } from '../unsent/kinds.ts';
import { sendWithoutTag, undoUnsentItem } from '../unsent/send-unsent.ts';
import { ConfirmButton } from '../widgets/confirm-button.tsx';

/** New items that the server does not have yet. */
export function WaitingItems({ items }: { items: UnsentItem[] }) {
  const t = useWords();
  return (
    <ul aria-label={t('unsent.notSentYet')} className="mb-6 grid grid-cols-1 gap-3">
      {items.map((item) => (
        <WaitingItem key={item.key} item={item} />
      ))}
    </ul>
  );
}

function WaitingItem({ item }: { item: UnsentItem }) {
  const t = useWords();
  const client = useQueryClient();
  const { claim, onItem } = item;
  const { name, category, note } = item.details;
  const isWithoutTag = claim !== undefined && !onItem && (item.refusal === 'aborted' || item.refusal === 'not-found');
  const discard = () => undoUnsentItem(client, item);
  const isItemGone = item.refusal === 'no-item';
  const discarding = onItem
    ? { question: t('activate.discardTag', { item: name }), explanation: t('activate.discardTagText') }
    : { question: t('items.discardNew', { item: name }), explanation: t('items.discardNewText') };
  return (
    <li
      ref={useFocusAfter()}
      className="grid grid-cols-1 gap-3 rounded-card border-2 border-dashed border-home bg-card px-4 py-3"
    >
      <div className="flex flex-wrap gap-x-6 gap-y-3">
        {item.picture && <PicturePreview file={item.picture} name={name} />}
        <div className="min-w-0">
          <h2 className="wrap-anywhere">
            <bdi>{name}</bdi>
          </h2>
          <p className="text-ink-soft">{t(`category.${category}`)}</p>
          {note && (
            <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
              {note}
            </p>
          )}
          {claim && (
            <p>
              {t('activate.waitingOn')} <CodeGroups code={claim.code} />
            </p>
          )}
        </div>
      </div>
      {item.refusal ? (
        <Notice tone="error" title={t('items.notSaved', { item: name })}>
          <p className="mb-3">{isItemGone ? t('activate.itemGone') : whyRefused(item)}</p>
          {claim && item.refusal !== 'too-old' && (
            <p className="mb-3">
              <a href={activatePath(claim.code)} className="inline-flex min-h-12 items-center">
                {t(isItemGone ? 'activate.onOtherItem' : 'activate.typeAgain')}
              </a>
            </p>
          )}
          <RefusedActions
            unsent={item}
            again={isWithoutTag ? t('activate.withoutTag') : undefined}
            onAgain={isWithoutTag ? () => sendWithoutTag(client, item) : undefined}
            onDiscard={discard}
            {...discarding}
          />
        </Notice>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
          <div>
            <p className="font-[650]">{t(item.delay === 'network' ? 'unsent.forNetwork' : 'unsent.toBeSent')}</p>
            <p>{t(claim ? 'activate.activatedLater' : 'items.codeLater')}</p>
          </div>
          <ConfirmButton
            label={t('unsent.discard')}
            variant="secondary"
            question={discarding.question}
            verb={t('unsent.discard')}
            action={discard}
          >
            <p>{discarding.explanation}</p>
          </ConfirmButton>
        </div>
      )}
    </li>
  );
}

/** When the row goes and has the focus, the page's heading gets it. */
function useFocusAfter() {
  const place = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    const row = place.current;
    return () => {
      if (!row?.contains(document.activeElement)) return;
      // While it is open nothing else can have the focus.
      row.querySelector<HTMLDialogElement>('dialog[open]')?.close();
      document.querySelector<HTMLElement>('main h1')?.focus();
    };
  }, []);
  return place;
}
