import { renderToStaticMarkup } from 'react-dom/server';
import { qrMatrix } from '../../domain/items/contract/qr-code.ts';
import { createSvgCanvas } from '../../domain/print/canvas.ts';
import { svgToPng } from '../../domain/print/svg-to-png.ts';
import { createTypesetter } from '../../domain/print/typeset.ts';
import type { ProductKind } from '../../domain/shop/contract/product-kinds.ts';
import { translationsIn } from '../../language/languages.ts';
import { homePath } from '../../paths/paths.ts';
import { darkModules } from '../../ui/qr-code.tsx';
import { contentOfName, type PictureContent, pictureSize } from '../document/social-picture.ts';
import { createDrawnPictures } from '../http/drawn-pictures.ts';
import { pageLanguageOf } from '../http/language.ts';
import type { SiteContext } from '../http/visitor.ts';
import { ProductDrawing } from '../shop/product-drawing.tsx';

export const colors = { paper: '#FBF8F2', card: '#FFFFFF', ink: '#17202E', soft: '#55606F', sun: '#F2B33D' };
const words = { x: 84, width: 560, middle: 325, lineHeight: 1.12 };
const titleSizes = [76, 66, 58, 50, 44, 38];
const mostLines = 5;
const brandSize = 34;

const { width, height } = pictureSize;

/** The picture as an SVG without fonts: its text is outlines. */
function drawSocialPicture({ language, brand, title, accent, kind }: PictureContent, publicUrl: string): string {
  const typesetter = createTypesetter();
  // Lines end between words, and not before a full stop.
  const fits = (size: number) => {
    const lines = typesetter.wrap(title, size, words.width);
    return lines.length * size <= 300 && lines.join(' ') === title;
  };
  const size = titleSizes.find(fits) ?? titleSizes.at(-1) ?? 0;
  const lines = typesetter.wrap(title, size, words.width).slice(0, mostLines);
  const top = words.middle - (lines.length * size * words.lineHeight) / 2;
  const titled = lines.map((line, n) =>
    written(line, { x: words.x, y: top + (n + 0.8) * size * words.lineHeight, width: words.width, size }),
  );
  const [brandLine = ''] = typesetter.wrap(brand, brandSize, words.width);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<path fill="${colors.paper}" d="M0 0h${width}v${height}H0z"/><path fill="${accent}" d="M0 0h${width}v12H0z"/>
<g fill="${accent}" stroke="${accent}" stroke-width="1">${written(brandLine, { x: words.x, y: 90, width: words.width, size: brandSize })}</g>
<g fill="${colors.ink}" stroke="${colors.ink}" stroke-width="${size / 26}" stroke-linejoin="round">${titled.join('')}</g>
${kind ? productDrawn(kind, publicUrl, language) : tagDrawn(publicUrl, language)}</svg>`;
}

type Line = { x: number; y: number; width: number; size: number; align?: 'start' | 'center'; isBold?: boolean };

/** Text as outlines. */
export function written(text: string, { align = 'start', isBold = false, ...line }: Line): string {
  const canvas = createSvgCanvas();
  canvas.write(createTypesetter({ isBold }).place(text, { ...line, align }));
  return canvas.elements();
}

function tagDrawn(publicUrl: string, language: string): string {
  return `<path d="M904 12v72M904 84c-12 24-12 52 0 78M904 84c12 24 12 52 0 78" fill="none" stroke="${colors.soft}" stroke-width="3"/>
<path fill="${colors.card}" stroke="#E4DCCF" stroke-width="3" d="M787 123h234l52 52v395a17 17 0 0 1-17 17H752a17 17 0 0 1-17-17V175z"/>
<circle cx="904" cy="164" r="20" fill="${colors.sun}"/><circle cx="904" cy="164" r="9" fill="${colors.card}"/>
<path d="M904 84c-12 24-12 52 0 78M904 84c12 24 12 52 0 78" fill="none" stroke="${colors.soft}" stroke-width="3"/>
<g transform="translate(735 200) scale(8.45)">${face(publicUrl, language)}</g>`;
}

function productDrawn(kind: ProductKind, publicUrl: string, language: string): string {
  const drawing = renderToStaticMarkup(<ProductDrawing kind={kind} />);
  return `<defs><symbol id="tag-artwork" viewBox="0 0 40 40">${face(publicUrl, language)}</symbol></defs>
<svg x="690" y="140" width="460" height="345" viewBox="0 0 160 120">${drawing}</svg>`;
}

/** What stands on a tag, 40 units wide and high. */
function face(publicUrl: string, language: string): string {
  const t = translationsIn(language);
  const rows = qrMatrix(publicUrl + homePath('scanned'));
  const line = (text: string, y: number, size: number) =>
    written(text, { x: 1, y, width: 38, size: Math.min(size, fitting(text, 38, size)), align: 'center' });
  return `<g fill="${colors.ink}"><g stroke="${colors.ink}" stroke-width=".18">${line(t('sitePage.foundMe'), 6.2, 4.6)}</g>
<path transform="translate(6 8) scale(${28 / rows.length})" d="${darkModules(rows)}" shape-rendering="crispEdges"/>
${line(t('sitePage.pleaseScan'), 38.6, 3)}</g>`;
}

function fitting(text: string, room: number, size: number): number {
  return createTypesetter().wrap(text, size, room).length === 1 ? size : size * 0.75;
}

/** GET /social/{content and code}.png: the picture that others show beside a link to a page. Its address changes with its content. */
export function sendSocialPicture() {
  const pictures = createDrawnPictures({ mostWaiting: 20 });
  return async (c: SiteContext) => {
    const { keys, publicUrl } = c.var.site.services;
    const name = (c.req.param('picture') ?? '').replace(/\.png$/, '');
    const content = contentOfName(name, keys);
    const draw = content && (() => svgToPng(drawSocialPicture(content, publicUrl), { inColor: true }));
    const picture = draw && (await pictures.read(name, draw));
    if (!picture) {
      c.header('Cache-Control', 'no-store');
      if (picture === null) c.header('Retry-After', '5');
      const t = translationsIn(pageLanguageOf(c));
      return picture === null ? c.text(t('screen.busyTitle'), 503) : c.text(t('screen.nothingHere'), 404);
    }
    c.header('Cache-Control', 'public, max-age=31536000, immutable');
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return c.body(picture, 200, { 'Content-Type': 'image/png' });
  };
}
