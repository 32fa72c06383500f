import { basename } from 'node:path';
import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { toJpeg } from '../../domain/files/clean-picture.ts';
import { smallPictureSide } from '../../domain/files/contract/limits.ts';
import type { Category } from '../../domain/items/contract/categories.ts';
import { readPicture } from '../../domain/items/pictures.ts';
import { svgToPng } from '../../domain/print/svg-to-png.ts';
import { readBrand } from '../../domain/settings/brand.ts';
import { accentOf } from '../../domain/settings/contract/accent.ts';
import { readLogo } from '../../domain/settings/logo.ts';
import type { MailPicture } from '../../server/mail/transport.ts';
import type { Services } from '../../server/services.ts';
import { Drawing } from '../../ui/drawings.tsx';
import { TagMark } from '../../ui/header.tsx';
import { createDrawnPictures } from '../http/drawn-pictures.ts';
import { colors } from './draw-picture.tsx';

/** In pixels, twice as many as are shown; a photograph has at most 20 kB. */
const side = 176;

/**
 * Draws what a mail names by “cid:”: the operator’s logo or our mark, and the picture of an item or the drawing of its category. They go with the mail, so that no
 * server hears when it is read, and are made as it is sent: by then finders may no longer see the picture.
 */
export function mailPictures(services: Services): (html: string) => Promise<MailPicture[]> {
  const drawn = createDrawnPictures({ mostWaiting: 40 });
  const draw = async (name: string) => {
    const [category = '', id = ''] = name.split('.');
    const photo = id && (await readPicture(null, { id, side: smallPictureSide }, services));
    if (photo) return { contentType: 'image/jpeg', content: await toJpeg(photo.bytes, side) };
    const brand = await readBrand(services.db, services);
    const logo = category === 'mark' && (await readLogo(basename(brand.logo, '.png'), services));
    if (logo) return { contentType: 'image/png', content: Buffer.from(logo) };
    const { light } = accentOf(brand);
    const drawing = category === 'mark' ? <TagMark /> : <Drawing category={category as Category} />;
    const png = await drawn.read(category + light, () => svgToPng(onTile(drawing, light), { inColor: true }));
    return png && { contentType: 'image/png', content: Buffer.from(png) };
  };
  return async (html) => {
    const names = Array.from(html.matchAll(/"cid:([\w.-]+)@/g), ([, name = '']) => name);
    const pictures = names.map(async (name) => {
      const picture = await draw(name).catch((error) => services.log.warn({ error }, 'a picture of a mail is missing'));
      return picture ? [{ cid: `${name}@handback`, ...picture }] : [];
    });
    return (await Promise.all(pictures)).flat();
  };
}

/** On paper, which a mail program that turns colours round leaves as it is. */
function onTile(drawing: ReactNode, accent: string): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${side}" height="${side}">
<style>.fill-home{fill:${accent}}.fill-paper{fill:${colors.paper}}.stroke-sun{stroke:${colors.sun}}.fill-none{fill:none}.stroke-home-ink{stroke:#fff}</style>
<path fill="${colors.paper}" d="M0 0h${side}v${side}H0z"/>
<svg x="18" y="18" width="140" height="140" color="${accent}">${renderToStaticMarkup(drawing)}</svg></svg>`;
}
