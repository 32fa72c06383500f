import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { newIdempotencyKey } from '../../../browser/idempotency-key.ts';
import { maxFileBytes, maxFileMegabytes, maxReceipts, pictureTypes } from '../../../domain/files/contract/limits.ts';
import type { Receipt } from '../../../domain/files/contract/schema.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { filePath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { callFunction } from '../../core/data/call-function.ts';
import { receiptsQuery } from '../../core/data/queries.ts';
import { t } from '../../core/document/app-translations.ts';
import { useNoNetwork } from '../../core/offline/network.ts';
import type { EntryOf } from '../../core/outbox/entry.ts';
import { whyRefused } from '../../core/outbox/refusals.ts';
import { useOutbox } from '../../core/outbox/use-outbox.ts';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { FileButton } from '../../widgets/file-button.tsx';
import { type Changes, Failure, useChange } from '../../widgets/form.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { RefusedActions } from '../../widgets/refused-actions.tsx';
import { SendingPicture, useSaveFile } from './item-picture.tsx';

export function Receipts({ item }: { item: Pick<ItemSummary, 'id' | 'name'> }) {
  const noNetwork = useNoNetwork();
  const query = receiptsQuery(item.id);
  const receipts = useQuery(query);
  const { save, percent, stop } = useSaveFile();
  const [idempotencyKey, setIdempotencyKey] = useState<string>();
  const waiting = useOutbox().receipts.filter(({ about, input }) => about === item.id && input.key !== idempotencyKey);
  const add = useChange(
    async (file: File) => {
      if (file.size > maxFileBytes) throw new Error(t('picture.tooLarge', { most: maxFileMegabytes }));
      const input = { itemId: item.id, key: newIdempotencyKey(), name: file.name.slice(-80) };
      setIdempotencyKey(input.key);
      const entry = { about: item.id, name: item.name, file, input };
      await save('addReceipt', entry).finally(() => setIdempotencyKey(undefined));
    },
    { changes: [query.queryKey], always: true },
  );
  return (
    <section className="grid gap-4 border-t-2 border-dashed border-line pt-6">
      <h2>{t('picture.receipts')}</h2>
      <p className="text-ink-soft">{t('picture.receiptsHint', { most: maxReceipts, megabytes: maxFileMegabytes })}</p>
      {noNetwork && <p className="text-ink-soft">{t('picture.receiptsOffline')}</p>}
      {waiting.map((entry) => (
        <WaitingReceipt key={entry.key} entry={entry} />
      ))}
      {!noNetwork && (
        <Loaded query={receipts} failure={t('picture.receiptsFailed')}>
          {(rows) => (
            <ul className="grid gap-2">
              {rows.map((receipt) => (
                <ReceiptRow key={receipt.id} receipt={receipt} changes={[query.queryKey]} />
              ))}
            </ul>
          )}
        </Loaded>
      )}
      <Failure error={add.error} />
      {percent === undefined ? (
        <div>
          <FileButton
            label={t('picture.addReceipt')}
            accept={`application/pdf,${pictureTypes}`}
            onFile={(file) => add.mutate(file)}
          />
        </div>
      ) : (
        <SendingPicture percent={percent} onStop={stop} />
      )}
    </section>
  );
}

function WaitingReceipt({ entry }: { entry: EntryOf<'addReceipt'> }) {
  const { name } = entry.input;
  if (!entry.refusal) return <Alert>{t('picture.receiptWaiting', { name })}</Alert>;
  return (
    <Alert tone="error" title={t('picture.receiptRefused', { name, reason: whyRefused(entry) })}>
      <RefusedActions entry={entry} />
    </Alert>
  );
}

function ReceiptRow({ receipt, changes }: { receipt: Receipt } & Pick<Changes, 'changes'>) {
  const name = receipt.name || t('picture.receiptUnnamed');
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 rounded-card border-2 border-line bg-card p-3">
      <a href={filePath(receipt.id, 'receipt')} download className="min-w-0 wrap-anywhere">
        {t('picture.receiptOf', {
          name,
          type: receipt.type === 'application/pdf' ? 'PDF' : 'WebP',
          size: sizeInWords(receipt.bytes, t.language),
        })}
      </a>
      <ConfirmButton
        label={t('picture.removeReceipt')}
        question={t('picture.removeReceiptQuestion', { name })}
        changes={changes}
        action={() => callFunction('removeReceipt', { id: receipt.id })}
        text={t('picture.removeReceiptText')}
      />
    </li>
  );
}

function sizeInWords(bytes: number, language: string): string {
  const unit = bytes < 1_000_000 ? 'kilobyte' : 'megabyte';
  const count = unit === 'kilobyte' ? Math.ceil(bytes / 1_000) : Math.round(bytes / 100_000) / 10;
  return new Intl.NumberFormat(language, { style: 'unit', unit }).format(count);
}
