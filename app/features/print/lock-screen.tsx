import { useEffect, useRef, useState } from 'react';
import { writePicture } from '../../../browser/write-picture.ts';
import { fromItemHash } from '../../../domain/items/contract/item-hash.ts';
import { printedAddress } from '../../../domain/items/contract/qr-code.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/fields.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { publicUrl } from '../../core/document/page-metadata.ts';
import { download } from '../../core/files/fetch-file.ts';
import { drawLockScreen } from './draw-lock-screen.ts';
import { phones } from './phones.ts';

const longestWords = 120;

export function LockScreen({ item }: { item: ItemSummary }) {
  const t = useTranslations();
  const canvas = useRef<HTMLCanvasElement>(null);
  const [screens] = useState(() => {
    const own = ownScreen();
    return [{ ...own, name: t('carry.thisPhone', toTexts(own)) }, ...phones];
  });
  const [at, setAt] = useState(0);
  const [words, setWords] = useState(() => t('carry.lockWordsFirst'));
  useEffect(() => {
    const screen = screens[at];
    if (!canvas.current || !screen) return;
    const url = publicUrl();
    const code = fromItemHash(item.hash);
    drawLockScreen(canvas.current, screen, {
      address: printedAddress(url, code),
      name: item.name,
      words,
      host: new URL(url).host,
      code: code.toUpperCase().replace(/.{4}(?=.)/g, '$& '),
    });
  }, [screens, at, words, item]);
  const [isRefused, setRefused] = useState(false);
  const save = async () => {
    const picture = canvas.current && (await writePicture(canvas.current, 'image/png').catch(() => undefined));
    setRefused(!picture);
    if (picture) download({ href: URL.createObjectURL(picture), name: 'lock-screen.png' });
  };
  return (
    <>
      <p className="text-ink-soft">{t('carry.lockScreenText')}</p>
      <Select
        label={t('carry.phone')}
        name="phone"
        options={screens.map(({ name }, n) => ({ value: String(n), label: name }))}
        value={String(at)}
        onChange={(event) => setAt(Number(event.target.value))}
      />
      <TextField
        label={t('carry.lockWords')}
        name="lockWords"
        maxLength={longestWords}
        value={words}
        onChange={(event) => setWords(event.target.value)}
      />
      <canvas
        ref={canvas}
        role="img"
        aria-label={t('carry.lockPreview')}
        className="max-h-96 max-w-full justify-self-center rounded-card border-2 border-line"
      />
      <Button type="button" className="justify-self-start" onClick={save}>
        {t('carry.lockDownload')}
      </Button>
      {isRefused && <Alert tone="error">{t('carry.lockRefused')}</Alert>}
    </>
  );
}

/** Upright, in dots. */
function ownScreen() {
  const [short = 0, long = 0] = [screen.width, screen.height].sort((one, other) => one - other);
  return { width: Math.round(short * devicePixelRatio), height: Math.round(long * devicePixelRatio) };
}

function toTexts({ width, height }: { width: number; height: number }) {
  return { width: String(width), height: String(height) };
}
