import { type ReactNode, useEffect, useRef, useState } from 'react';
import { fromItemHash } from '../../../domain/items/contract/item-hash.ts';
import { codeSizes, usualCodeSize } from '../../../domain/items/contract/qr-code.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { activatePath, printPath, qrPath, tagPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';
import { publicUrl } from '../../core/document/page-metadata.ts';
import { CopyButton } from '../../widgets/copy-button.tsx';
import { ChangeButton, useChange } from '../../widgets/form.tsx';
import { LockScreen } from './lock-screen.tsx';
import { Poster } from './poster.tsx';

/** All ways to carry a tag: on paper, as a picture, on a phone; and, in `children`, the tags that there are. */
export function TagWays({ item, children }: { item: ItemSummary; children: ReactNode }) {
  return (
    <>
      <LinkButton href={printPath(item.id)} variant="secondary" className="justify-self-start">
        {t('carry.print')}
      </LinkButton>
      <Way name={t('carry.picture')}>
        <CodePicture item={item} />
      </Way>
      {item.category === 'phone' && (
        <Way name={t('carry.lockScreen')}>
          <LockScreen item={item} />
        </Way>
      )}
      <Way name={t('carry.poster')}>
        <Poster item={item} />
      </Way>
      <Way name={t('carry.nfc')}>
        <Nfc address={publicUrl() + tagPath(fromItemHash(item.hash))} />
      </Way>
      <Way name={t('itemTags.title')}>{children}</Way>
      <LinkButton href={activatePath(undefined, item.id)} variant="secondary" className="justify-self-start">
        {t('itemPage.anotherTag')}
      </LinkButton>
    </>
  );
}

function Way({ name, children }: { name: string; children: ReactNode }) {
  const [wasOpened, setOpened] = useState(false);
  return (
    <details onToggle={() => setOpened(true)} className="rounded-card border-2 border-line bg-card px-4">
      <summary className="min-h-12 content-center font-[650]">{name}</summary>
      <div className="grid gap-4 pb-4">{wasOpened && children}</div>
    </details>
  );
}

function CodePicture({ item: { hash } }: { item: ItemSummary }) {
  const code = fromItemHash(hash);
  const [size, setSize] = useState<number>(usualCodeSize);
  return (
    <>
      <Select
        label={t('carry.size')}
        name="size"
        options={codeSizes.map((each) => ({
          value: String(each),
          label: t('carry.millimetres', { size: String(each) }),
        }))}
        value={String(size)}
        onChange={(event) => setSize(Number(event.target.value))}
      />
      <div className="flex flex-wrap gap-3">
        <LinkButton href={qrPath(hash, 'svg', size)} download={`tag-${code}.svg`} variant="secondary">
          {t('carry.svg')}
        </LinkButton>
        <LinkButton href={qrPath(hash, 'png', size)} download={`tag-${code}.png`} variant="secondary">
          {t('carry.png')}
        </LinkButton>
      </div>
    </>
  );
}

/** Web NFC, which Chrome on Android has. */
type Reader = new () => {
  write(message: { records: { recordType: 'url'; data: string }[] }, options: { signal: AbortSignal }): Promise<void>;
};

function Nfc({ address }: { address: string }) {
  const { NDEFReader } = globalThis as { NDEFReader?: Reader };
  const waiting = useRef<AbortController>(null);
  const write = useChange(async () => {
    waiting.current = new AbortController();
    const { signal } = waiting.current;
    await (NDEFReader && new NDEFReader().write({ records: [{ recordType: 'url', data: address }] }, { signal }));
  });
  // Otherwise the next tag that the phone touches is written over, whatever it is.
  useEffect(() => () => waiting.current?.abort(), []);
  return (
    <>
      <p className="text-ink-soft">{t('carry.nfcText')}</p>
      <TextField label={t('carry.address')} name="address" value={address} readOnly dir="ltr" />
      <div className="flex flex-wrap gap-3">
        {NDEFReader && (
          <ChangeButton of={write} variant="primary">
            {write.isPending ? t('carry.nfcWriting') : t('carry.nfcWrite')}
          </ChangeButton>
        )}
        <CopyButton text={address} />
      </div>
      {write.isSuccess && <Alert tone="success">{t('carry.nfcWritten')}</Alert>}
      {write.isError && <Alert tone="error">{t('carry.nfcFailed')}</Alert>}
    </>
  );
}
