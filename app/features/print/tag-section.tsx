import { type ReactNode, useId, useState } from 'react';
import { fromItemHash } from '../../../domain/items/contract/item-hash.ts';
import { codeSizes, usualCodeSize } from '../../../domain/items/contract/qr-code.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { printPath, qrPath, tagPath } from '../../../paths/paths.ts';
import { LinkButton } from '../../../ui/button.tsx';
import { Select } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { publicUrl } from '../../core/document/page-metadata.ts';
import { LockScreen } from './lock-screen.tsx';
import { Nfc } from './nfc.tsx';
import { Poster } from './poster.tsx';

export function TagSection({ item }: { item: ItemSummary }) {
  const t = useTranslations();
  const titleId = useId();
  return (
    <section aria-labelledby={titleId} className="mt-6 grid gap-3 border-t-2 border-dashed border-line pt-6">
      <h2 id={titleId}>{t('carry.title')}</h2>
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
    </section>
  );
}

/** Drawn when it is first opened. */
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
  const t = useTranslations();
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
