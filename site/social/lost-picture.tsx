import { renderToStaticMarkup } from 'react-dom/server';
import { toJpeg } from '../../domain/files/clean-picture.ts';
import { pictureSide } from '../../domain/files/contract/limits.ts';
import type { Category } from '../../domain/items/contract/categories.ts';
import { withEllipsis } from '../../domain/print/contract/break-lines.ts';
import { svgToJpeg } from '../../domain/print/svg-to-png.ts';
import { createTypesetter } from '../../domain/print/typeset.ts';
import { Refusal } from '../../functions/define.ts';
import { translationsIn } from '../../language/languages.ts';
import { networkKeyOf } from '../../server/http/network-key.ts';
import { momentInWords } from '../../ui/dates.ts';
import { Drawing } from '../../ui/drawings.tsx';
import { partsOfLine } from '../../ui/parts-of-line.ts';
import { pictureSize } from '../document/social-picture.ts';
import type { ScannedItem } from '../finder/item.tsx';
import { createDrawnPictures } from '../http/drawn-pictures.ts';
import { pageLanguageOf } from '../http/language.ts';
import { callFor, type SiteContext } from '../http/visitor.ts';
import { textOf } from '../pages/html-to-text.ts';
import { colors, written } from './draw-picture.tsx';

type Content = { title: string; where: string; reward: string; brand: string; category: Category };

/** GET /item/{hash}/lost.jpg: what messengers show beside a link to the page of a published loss. It has nothing that the page has not. */
export function sendLostPicture() {
  const pictures = createDrawnPictures({ mostWaiting: 20 });
  return async (c: SiteContext) => {
    const { services, trustProxy } = c.var.site;
    const tag = await callFor(c, 'readTag', { hash: c.req.param('hash') });
    // After the return, nobody may go on showing it.
    c.header('Cache-Control', 'no-store');
    if (tag instanceof Refusal || tag.state !== 'active' || !tag.item.publishedIn)
      return c.text(translationsIn(pageLanguageOf(c))('screen.nothingHere'), 404);
    const { pictureId } = tag.item;
    const content = contentOf(tag.item, tag.item.publishedIn, (await c.var.site.brand()).productName);
    const name = JSON.stringify([content, pictureId]);
    if (!pictures.has(name)) {
      const network = networkKeyOf(c.env.incoming, { keys: services.keys, trustProxy });
      const { allowed, retryAfter } = await services.limits.take('lost-picture', network);
      if (!allowed) return c.body(null, 429, { 'Retry-After': String(retryAfter) });
    }
    const picture = await pictures.read(name, async () =>
      svgToJpeg(drawLostPicture(content, pictureId && (await readPhoto(c, pictureId)))),
    );
    if (!picture) return c.body(null, 503, { 'Retry-After': '5' });
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    c.header('X-Robots-Tag', 'noindex');
    return c.body(picture, 200, { 'Content-Type': 'image/jpeg' });
  };
}

function contentOf({ name, category, loss, facts }: ScannedItem, language: string, brand: string): Content {
  const t = translationsIn(language);
  const { place = '', lastSeen = '' } = loss ?? {};
  const seen = partsOfLine([place, lastSeen && momentInWords(lastSeen, t)]);
  return {
    title: t('item.lostTitle', { item: isolated(name) }),
    where: seen && textOf(t.rich('item.lastSeen', { seen: isolated(seen), where: (text) => text })),
    reward: facts.reward ? textOf(t.rich('item.reward', { text: isolated(facts.reward) })) : '',
    brand,
    category,
  };
}

/** Within a sentence of another direction it keeps its own. */
const isolated = (text: string) => `\u2068${text}\u2069`;

async function readPhoto(c: SiteContext, id: string): Promise<string | undefined> {
  const photo = await callFor(c, 'readPicture', { id, size: String(pictureSide) });
  if (photo instanceof Refusal) return undefined;
  return `data:image/jpeg;base64,${(await toJpeg(photo.bytes)).toString('base64')}`;
}

const { width, height } = pictureSize;
const signal = '#B3361B';
const photoBox = { x: 614, y: 44, side: 542 };
const column = { x: 92, top: 56, width: 490, height: 480 };
const titleSizes = [92, 80, 70, 60, 52, 44, 38];
const most = { where: 3, reward: 2 };
const gap = 28;
const lineHeight = 1.15;

function drawLostPicture(content: Content, photo: string | null | undefined): string {
  const { x, y, side } = photoBox;
  const drawing = `<svg x="${x + 120}" y="${y + 120}" width="${side - 240}" height="${side - 240}" color="${colors.ink}">${renderToStaticMarkup(<Drawing category={content.category} />)}</svg>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<clipPath id="photo"><rect x="${x}" y="${y}" width="${side}" height="${side}" rx="20"/></clipPath>
<path fill="${signal}" d="M0 0h${width}v${height}H0z"/>
<path fill="${colors.card}" d="M60 20h1104a16 16 0 0 1 16 16v558a16 16 0 0 1-16 16H60L20 570V60z"/>
<circle cx="55" cy="315" r="20" fill="${colors.sun}"/><circle cx="55" cy="315" r="9" fill="${signal}"/>
<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="20" fill="${colors.paper}"/>
${photo ? `<image href="${photo}" x="${x}" y="${y}" width="${side}" height="${side}" preserveAspectRatio="xMidYMid slice" clip-path="url(#photo)"/>` : drawing}
${wordsDrawn(content)}</svg>`;
}

type Block = { lines: string[]; size: number; fill: string; isBold?: boolean; isInverse?: boolean };

/** The title as large as it fits above the rest. */
function wordsDrawn({ title, where, reward, brand }: Content): string {
  const titleAt = (size: number): Block => ({
    lines: wrap(title, { size, isBold: true }),
    size,
    fill: signal,
    isBold: true,
  });
  const rest: Block[] = [
    { lines: shortened(wrap(where, { size: 32 }), most.where), size: 32, fill: colors.ink },
    {
      lines: shortened(wrap(reward, { size: 36, isBold: true, inset: 14 }), most.reward),
      size: 36,
      fill: colors.card,
      isBold: true,
      isInverse: true,
    },
  ].filter(({ lines }) => lines.length > 0);
  const room = column.height - rest.reduce((sum, block) => sum + gap + heightOf(block), 0);
  const fits = (block: Block) => heightOf(block) <= room && isUnbroken(block.lines, title);
  const smallest = titleAt(titleSizes.at(-1) ?? 0);
  const whole = titleSizes.map(titleAt).find(fits);
  const mostLines = Math.floor(room / (smallest.size * lineHeight));
  const blocks = [whole ?? { ...smallest, lines: shortened(smallest.lines, mostLines) }, ...rest];
  const used = blocks.reduce((sum, block) => sum + heightOf(block), (blocks.length - 1) * gap);
  let top = column.top + (column.height - used) / 2;
  const drawn = blocks.map((block) => {
    const svg = blockDrawn(block, top);
    top += heightOf(block) + gap;
    return svg;
  });
  const [brandLine = ''] = wrap(brand, { size: 26 });
  return `${drawn.join('')}<g fill="${colors.soft}">${written(brandLine, { ...column, y: 574, size: 26 })}</g>`;
}

type Wrapping = { size: number; isBold?: boolean; inset?: number };

function wrap(text: string, { size, isBold = false, inset = 0 }: Wrapping): string[] {
  return text ? createTypesetter({ isBold }).wrap(text, size, column.width - 2 * inset) : [];
}

function shortened(lines: string[], mostLines: number): string[] {
  return lines.length > mostLines ? withEllipsis(lines.slice(0, mostLines)) : lines;
}

/** Lines end between words, where there are some. */
function isUnbroken(lines: string[], text: string): boolean {
  const letters = (some: string) => some.replaceAll(/[\u200e\u200f]/g, '');
  return letters(lines.join(' ')) === letters(text) || !/[^:：]\s/.test(text);
}

function heightOf({ lines, size, isInverse }: Block): number {
  return lines.length * size * lineHeight + (isInverse ? size * 0.7 : 0);
}

function blockDrawn(block: Block, top: number): string {
  const { lines, size, fill, isBold = false, isInverse = false } = block;
  const box = `<rect x="${column.x}" y="${top}" width="${column.width}" height="${heightOf(block)}" rx="10" fill="${colors.ink}"/>`;
  const drawn = lines.map((line, row) => {
    const y = top + (isInverse ? size * 0.35 : 0) + (row + 0.82) * size * lineHeight;
    const inset = isInverse ? 14 : 0;
    return written(line, { x: column.x + inset, y, width: column.width - 2 * inset, size, isBold });
  });
  return `${isInverse ? box : ''}<g fill="${fill}">${drawn.join('')}</g>`;
}
