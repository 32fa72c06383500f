import { setImmediate } from 'node:timers/promises';
import type { Translations } from '../../language/create-translations.ts';
import { bordersOf, type Canvas, drawPdf, points } from './canvas.ts';
import { drawTag, type Tag } from './draw-tag.ts';
import type { Typesetter } from './typeset.ts';

/** A5 in millimetres: half a sheet of A4. */
const giftPage = { width: 148, height: 210 };
const margin = 10;
export const giftLabel = { width: 62, height: 23 };
const rowHeight = 25.5;
/** Tags stand below what explains them; on a card with more of them, further pages begin with the tags. */
const firstTop = 72;
const nextTop = 15;
const besideLabel = 5;
const lineHeight = 1.35;
const sizes = { title: 22, text: 11, code: 13, small: 9 };
/** In points. */
const spaceAfter = 4;
const lowestLetters = 4;
/** Smaller is not read without glasses. */
const leastScale = 0.65;

export type GiftTag = Tag & { activationCode: string };

/** The page, and the corner of the label in millimetres. */
export function placesOfTags(count: number): { page: number; x: number; y: number }[] {
  const roomFrom = (top: number) => Math.floor((giftPage.height - margin - top) / rowHeight);
  const [onFirst, onNext] = [roomFrom(firstTop), roomFrom(nextTop)];
  return Array.from({ length: count }, (_, n) => {
    const after = n - onFirst;
    const isOnFirst = after < 0;
    const row = isOnFirst ? n : after % onNext;
    const page = isOnFirst ? 0 : 1 + Math.floor(after / onNext);
    return { page, x: margin, y: (isOnFirst ? firstTop : nextTop) + row * rowHeight };
  });
}

export function drawGiftCards(cards: GiftTag[][], site: string, t: Translations): PDFKit.PDFDocument {
  const title = t('giftCardPage.title');
  return drawPdf(giftPage, { title, printScaling: 'none' }, async ({ doc, ...tools }) => {
    for (const tags of cards) {
      doc.addPage();
      drawIntroduction(tools, { title, site, count: tags.length }, t);
      let page = 0;
      for (const [n, place] of placesOfTags(tags.length).entries()) {
        await setImmediate();
        if (doc.destroyed) return;
        if (place.page > page) doc.addPage();
        page = place.page;
        const tag = tags[n];
        if (tag) drawGiftTag(tools, tag, place, t);
      }
    }
  });
}

type Tools = { canvas: Canvas; typesetter: Typesetter };
type Introduction = { title: string; site: string; count: number };

function drawIntroduction(tools: Tools, { title, site, count }: Introduction, t: Translations): void {
  const paragraphs = [
    { text: title, size: sizes.title },
    { text: t('giftCardPage.text', { count }), size: sizes.text },
    ...[t('giftCardPage.cut'), t('giftCardPage.scan', { site }), t('giftCardPage.code')].map((step, n) => ({
      text: `${n + 1}. ${step}`,
      size: sizes.text,
    })),
  ];
  const scale = scaleThatFits(tools.typesetter, paragraphs);
  let y = points(margin);
  for (const { text, size } of paragraphs)
    y = writeLines(tools, text, { x: margin, y, size: size * scale }) + spaceAfter;
}

/** So that it ends above the tags: other languages and the names of other sites are longer. */
function scaleThatFits(typesetter: Typesetter, paragraphs: { text: string; size: number }[]): number {
  const width = points(giftPage.width - 2 * margin);
  const room = points(firstTop - margin) - lowestLetters;
  const heightAt = (scale: number) =>
    paragraphs.reduce((sum, { text, size }) => {
      const lines = [...typesetter.wrap(text, size * scale, width)];
      return sum + lines.length * size * scale * lineHeight + spaceAfter;
    }, 0);
  let scale = 1;
  while (scale > leastScale && heightAt(scale) > room) scale -= 0.05;
  return scale;
}

function drawGiftTag(tools: Tools, tag: GiftTag, { x, y }: { x: number; y: number }, t: Translations): void {
  const { canvas, typesetter } = tools;
  canvas.at({ x: points(x), y: points(y) }, () => {
    drawTag(canvas, typesetter, tag, giftLabel);
    canvas.stroke(bordersOf(giftLabel), { width: 0.4, color: '#888', dash: 2 });
  });
  const beside = x + giftLabel.width + besideLabel;
  const below = writeLines(tools, t('giftCardPage.activationCode'), { x: beside, y: points(y + 4), size: sizes.small });
  const end = writeLines(tools, tag.activationCode, { x: beside, y: below, size: sizes.code });
  writeLines(tools, t('giftCardPage.ofTag', { code: tag.code }), { x: beside, y: end + 3, size: sizes.small });
}

/** @param at `x` in millimetres, the rest in points. @returns where the text ends, in points */
function writeLines({ canvas, typesetter }: Tools, text: string, at: { x: number; y: number; size: number }): number {
  const { size } = at;
  const width = points(giftPage.width - margin - at.x);
  let { y } = at;
  for (const line of typesetter.wrap(text, size, width)) {
    y += size * lineHeight;
    canvas.write(typesetter.place(line, { x: points(at.x), y, width, size, align: 'start' }));
  }
  return y;
}
