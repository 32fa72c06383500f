import { qrMatrix } from '../../../domain/items/contract/qr-code.ts';
import { breakLines, withEllipsis } from '../../../domain/print/contract/break-lines.ts';
import type { Screen } from './phones.ts';

export type LockScreenTexts = {
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

export function drawLockScreen(canvas: HTMLCanvasElement, { width, height }: Screen, texts: LockScreenTexts): void {
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

/** Whole dots for each module. */
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
