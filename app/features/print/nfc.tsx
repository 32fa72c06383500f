import { useMutation } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';

/** Web NFC, which Chrome on Android has. */
type Reader = new () => {
  write(message: { records: { recordType: 'url'; data: string }[] }, options: { signal: AbortSignal }): Promise<void>;
};

export function Nfc({ address }: { address: string }) {
  const t = useTranslations();
  const { NDEFReader } = globalThis as { NDEFReader?: Reader };
  const waiting = useRef<AbortController>(null);
  const copy = useMutation({ mutationFn: async () => navigator.clipboard.writeText(address) });
  const write = useMutation({
    mutationFn: async () => {
      waiting.current = new AbortController();
      const { signal } = waiting.current;
      await (NDEFReader && new NDEFReader().write({ records: [{ recordType: 'url', data: address }] }, { signal }));
    },
  });
  // Otherwise the next tag that the phone touches is written over, whatever it is.
  useEffect(() => () => waiting.current?.abort(), []);
  return (
    <>
      <p className="text-ink-soft">{t('carry.nfcText')}</p>
      <TextField label={t('carry.address')} name="address" value={address} readOnly dir="ltr" />
      <div className="flex flex-wrap gap-3">
        {NDEFReader && (
          <Button type="button" disabled={write.isPending} onClick={() => write.mutate()}>
            {write.isPending ? t('carry.nfcWriting') : t('carry.nfcWrite')}
          </Button>
        )}
        <Button type="button" variant="secondary" onClick={() => copy.mutate()}>
          {t('carry.copy')}
        </Button>
      </div>
      {write.isSuccess && <Alert tone="success">{t('carry.nfcWritten')}</Alert>}
      {write.isError && <Alert tone="error">{t('carry.nfcFailed')}</Alert>}
      {copy.isSuccess && <Alert tone="success">{t('carry.copied')}</Alert>}
      {copy.isError && <Alert tone="error">{t('carry.copyFailed')}</Alert>}
    </>
  );
}
