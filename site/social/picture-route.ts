import { svgToPng } from '../../domain/print/svg-to-png.ts';
import { translationsIn } from '../../language/languages.ts';
import { contentOfName } from '../document/social-picture.ts';
import { createDrawnPictures } from '../http/drawn-pictures.ts';
import { pageLanguageOf } from '../http/language.ts';
import type { SiteContext } from '../http/visitor.ts';
import { drawSocialPicture } from './draw-picture.tsx';

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
