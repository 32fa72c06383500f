import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { codesPath, itemsPath, printPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { stateInWords } from '../../ui/item-state-words.ts';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { seenOf } from '../offline/seen-item.ts';
import { saveUnsentChange, type UnsentChange } from '../offline/unsent-changes.ts';
import { sendWaiting } from '../offline/use-device.ts';
import { download, fetchFile } from '../print/fetch-file.ts';
import { useUser } from '../session/auth-provider.tsx';

/** The items as a list of checkboxes, and what can be done with several at once. */
export function SelectItems({ items }: { items: ItemSummary[] }) {
  const t = useWords();
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const selected = items.filter(({ id }) => chosen.has(id));
  const ids = selected.map(({ id }) => id);
  const toggle = (id: string) => setChosen(chosen.symmetricDifference(new Set([id])));
  const allChosen = items.length > 0 && selected.length === items.length;
  const change = useChangeAll(selected);
  const pack = useMutation({
    mutationFn: () => fetchFile(codesPath(), { items: ids }),
    onSuccess: download,
  });
  const failure = change.error ?? pack.error;
  const none = selected.length === 0;
  return (
    <fieldset className="grid gap-3">
      <legend className="sr-only">{t('select.legend')}</legend>
      <div className="z-10 grid gap-3 border-b-2 border-line bg-paper py-3 sm:sticky sm:top-0">
        <div className="flex flex-wrap items-center justify-between gap-x-6">
          <label className={lineClasses}>
            <input
              type="checkbox"
              className={boxClasses}
              checked={allChosen}
              onChange={() => setChosen(allChosen ? new Set() : new Set(items.map(({ id }) => id)))}
            />
            {t('select.all')}
          </label>
          <p role="status">{t('select.counted', { count: selected.length })}</p>
        </div>
        <div className="flex flex-wrap gap-3">
          <Button type="button" disabled={none} onClick={() => navigate(printPath(), { state: { items: ids } })}>
            {t('select.print')}
          </Button>
          <Button type="button" variant="secondary" disabled={none || pack.isPending} onClick={() => pack.mutate()}>
            {pack.isPending ? t('select.packing') : t('select.pack')}
          </Button>
          <Button
            type="button"
            variant="secondary"
            disabled={none}
            onClick={() => change.mutate({ change: { state: 'lost' } })}
          >
            {t('select.lost')}
          </Button>
          <Button type="button" variant="secondary" disabled={none} onClick={() => change.mutate({ archived: true })}>
            {t('select.archive')}
          </Button>
          <LinkButton href={itemsPath()} variant="secondary">
            {t('select.done')}
          </LinkButton>
        </div>
        {failure && (
          <Notice tone="error" title={t('select.failed')}>
            <p>{failure.message}</p>
          </Notice>
        )}
      </div>
      {items.map((item) => (
        <label
          key={item.id}
          className={`${lineClasses} rounded-card border-2 border-line bg-card px-4 py-2 [contain-intrinsic-size:auto_5rem] [content-visibility:auto]`}
        >
          <input
            type="checkbox"
            className={boxClasses}
            checked={chosen.has(item.id)}
            onChange={() => toggle(item.id)}
          />
          <span className="min-w-0">
            <bdi className="block font-[650] wrap-anywhere">{item.name}</bdi>
            <span className="text-ink-soft">{stateInWords(item, t)}</span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

const lineClasses = 'flex min-h-12 items-center gap-3';
const boxClasses = 'size-6 flex-none accent-home';

/** Changes wait on this device until they are sent, each once: with or without network. */
function useChangeAll(items: ItemSummary[]) {
  const client = useQueryClient();
  const { uid } = useUser();
  return useMutation({
    mutationFn: async (change: Pick<UnsentChange, 'change' | 'archived'>) => {
      for (const item of items) {
        const { id, name } = item;
        await saveUnsentChange(client, { uid, itemId: id, name, details: {}, seen: seenOf(item), ...change });
      }
      sendWaiting(client, uid);
    },
  });
}
