import { useEffect, useRef, useState } from 'react';
import { writePicture } from '../../../browser/write-picture.ts';
import { fromItemHash } from '../../../domain/items/contract/item-hash.ts';
import { printedAddress, qrMatrix } from '../../../domain/items/contract/qr-code.ts';
import type { ItemSummary } from '../../../domain/items/contract/schema.ts';
import { breakLines, withEllipsis } from '../../../domain/print/contract/break-lines.ts';
import { inGroups } from '../../../domain/texts/contract/typed-codes.ts';
import { Alert } from '../../../ui/alert.tsx';
import { Button } from '../../../ui/button.tsx';
import { Select, TextField } from '../../../ui/fields.tsx';
import { t } from '../../core/document/app-translations.ts';
import { publicUrl } from '../../core/document/page-metadata.ts';
import { download } from '../../core/files/files.ts';

const longestWords = 120;

export function LockScreen({ item }: { item: ItemSummary }) {
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
      code: inGroups(code.toUpperCase()),
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

function ownScreen() {
  const [short = 0, long = 0] = [screen.width, screen.height].sort((one, other) => one - other);
  return { width: Math.round(short * devicePixelRatio), height: Math.round(long * devicePixelRatio) };
}

function toTexts({ width, height }: { width: number; height: number }) {
  return { width: String(width), height: String(height) };
}

type LockScreenTexts = {
  address: string;
  name: string;
  words: string;
  host: string;
  code: string;
};

/** Clock and widgets stand above, the buttons of the lock screen below: phones draw over both. */
const free = { top: 0.42, bottom: 0.86 };
const cardWidth = 0.8;
const dark = '#17202e';

function drawLockScreen(canvas: HTMLCanvasElement, { width, height }: Screen, texts: LockScreenTexts): void {
  Object.assign(canvas, { width, height });
  const context = canvas.getContext('2d');
  if (!context) return;
  context.fillStyle = dark;
  context.fillRect(0, 0, width, height);

  const card = { x: (width * (1 - cardWidth)) / 2, width: width * cardWidth };
  const lines = linesOf(context, texts, { width: card.width * 0.9, unit: width });
  const textHeight = lines.reduce((sum, { size }) => sum + size * 1.3, 0) + width * 0.04;
  const room = height * (free.bottom - free.top) - textHeight;
  const side = drawnSide(qrMatrix(texts.address).length, Math.min(card.width, room));
  const top = height * free.top + (room - side) / 2;
  context.fillStyle = '#fff';
  context.beginPath();
  context.roundRect(card.x, top, card.width, side + textHeight, width * 0.04);
  context.fill();
  drawCode(context, qrMatrix(texts.address), { x: Math.round((width - side) / 2), y: Math.round(top), side });
  let y = top + side;
  for (const { text, font, size } of lines) {
    y += size * 1.3;
    Object.assign(context, { font, textAlign: 'center', fillStyle: dark });
    context.fillText(text, width / 2, y - size * 0.2);
  }
}

function drawnSide(modules: number, room: number): number {
  return Math.floor(room / modules) * modules;
}

type Square = { x: number; y: number; side: number };

function drawCode(context: CanvasRenderingContext2D, matrix: boolean[][], { x, y, side }: Square): void {
  const module = side / matrix.length;
  context.fillStyle = '#000';
  for (const [row, modules] of matrix.entries()) {
    for (const [column, isDark] of modules.entries()) {
      if (isDark) context.fillRect(x + column * module, y + row * module, module, module);
    }
  }
}

type Line = { text: string; font: string; size: number };

function linesOf(
  context: CanvasRenderingContext2D,
  { name, words, host, code }: LockScreenTexts,
  { width, unit }: { width: number; unit: number },
): Line[] {
  const styles = [
    { text: name, size: unit * 0.05, weight: 700, most: 2 },
    { text: words, size: unit * 0.04, weight: 400, most: 3 },
    { text: host, size: unit * 0.036, weight: 700, most: 2 },
    { text: code, size: unit * 0.036, weight: 400, most: 1 },
  ];
  return styles.flatMap(({ text, size, weight, most }) => {
    const font = `${weight} ${size}px system-ui, sans-serif`;
    context.font = font;
    const wrapped = breakLines(text, (piece) => context.measureText(piece).width, width);
    const shown = wrapped.slice(0, most);
    return (wrapped.length > most ? withEllipsis(shown) : shown).map((line) => ({ text: line, font, size }));
  });
}

const phones = [
  { name: 'iPhone 16 / 17 Pro Max', width: 1320, height: 2868 },
  { name: 'iPhone 16 / 17 Pro, 17', width: 1206, height: 2622 },
  { name: 'iPhone 15 / 16', width: 1179, height: 2556 },
  { name: 'iPhone 12 / 13 / 14', width: 1170, height: 2532 },
  { name: 'iPhone SE', width: 750, height: 1334 },
  { name: 'Galaxy S24 / S25 Ultra', width: 1440, height: 3120 },
  { name: 'Galaxy S23 / S24 / S25, A', width: 1080, height: 2340 },
  { name: 'Pixel 9 / 10', width: 1080, height: 2424 },
  { name: 'Pixel 7 / 8, Xiaomi, OnePlus', width: 1080, height: 2400 },
] as const;

type Screen = { width: number; height: number };
