import { createHash } from 'node:crypto';
import type { Translations } from '../../language/create-translations.ts';
import { translationsIn } from '../../language/languages.ts';
import type { Services } from '../../server/services.ts';
import { toJpeg } from '../files/clean-picture.ts';
import { pictureSide, smallPictureSide } from '../files/contract/limits.ts';
import { toldLossOf } from '../items/contract/item-state.ts';
import { printedAddress, qrMatrix } from '../items/contract/qr-code.ts';
import { latestStates } from '../items/item-states.ts';
import { type Owner, readItem } from '../items/items.ts';
import { readPicture } from '../items/pictures.ts';
import { restLanguageOf } from '../settings/languages.ts';
import { inGroups } from '../texts/contract/typed-codes.ts';
import { createSvgCanvas, drawPdf, svgFile } from './canvas.ts';
import { type PrintingOwner, readTags } from './chosen-tags.ts';
import { type PosterOptions, posterPapers } from './contract/schema.ts';
import { drawPosterOn } from './draw-poster.ts';
import { hostOnTag } from './print-tags.ts';

/** A poster of a lost item, with strips to tear off, as a PDF; undefined when the owner has no such item with a tag. */
export async function drawPoster(owner: PrintingOwner, order: PosterOptions, services: Services) {
  const poster = await readPoster(owner, order, services);
  if (!poster) return undefined;
  const page = posterPapers[order.paper];
  return drawPdf(page, { title: poster.name }, async ({ doc, canvas }) => {
    doc.addPage();
    drawPosterOn(canvas, page, { ...poster, picture: await pictureOf(owner, poster.pictureId, pictureSide, services) });
  });
}

/** The same poster as an SVG, with the small picture. */
export async function previewPoster(owner: PrintingOwner, order: PosterOptions, services: Services) {
  const poster = await readPoster(owner, order, services);
  if (!poster) return undefined;
  const page = posterPapers[order.paper];
  return {
    name: createHash('sha256')
      .update(JSON.stringify([page, poster]))
      .digest('base64url'),
    draw: async () => {
      const canvas = createSvgCanvas({ sharesGlyphs: true });
      const picture = await pictureOf(owner, poster.pictureId, smallPictureSide, services);
      drawPosterOn(canvas, page, { ...poster, picture });
      return new TextEncoder().encode(svgFile(page, [`${page.width}mm`, `${page.height}mm`], canvas.elements()));
    },
  };
}

async function readPoster(owner: PrintingOwner, { item: id, ...asked }: PosterOptions, services: Services) {
  const [tag] = await readTags(owner, [id], services);
  const item = tag && (await readItem(owner, id, services));
  if (!item) return undefined;
  const t = translationsIn(restLanguageOf(owner.language, services));
  const loss = toldLossOf((await latestStates(owner, [id], services)).get(id));
  const { reward = item.facts.reward?.shown ? item.facts.reward.text : '' } = asked;
  const lastSeen = loss.lastSeen && momentIn(t, loss.lastSeen);
  const where = [asked.place ?? loss.place, lastSeen].filter(Boolean).join(' · ');
  return {
    matrix: qrMatrix(printedAddress(services.publicUrl, tag.code)),
    host: hostOnTag(services.publicUrl),
    code: inGroups(tag.code),
    title: t('printedPage.lost'),
    scan: t('printedPage.foundScan'),
    name: tag.name,
    where: where && t('printedPage.lastSeen', { where: isolated(where) }),
    words: asked.words ?? loss.message,
    reward: reward ? t('printedPage.reward', { reward: isolated(reward) }) : '',
    stripTitle: t('item.lostTitle', { item: isolated(tag.name) }),
    pictureId: (asked.picture ?? item.pictureShown) ? item.pictureId : null,
  };
}

/** On the clock of the place, as it was typed. */
function momentIn(t: Translations, local: string): string {
  return t.date(new Date(`${local}Z`), { dateStyle: 'medium', timeStyle: 'short', timeZone: 'UTC' });
}

/** Within a sentence of another direction it keeps its own, with its signs. */
const isolated = (text: string) => `\u2068${text}\u2069`;

async function pictureOf(owner: Owner, id: string | null, side: number, services: Services) {
  const found = id && (await readPicture(owner, { id, side }, services));
  return found ? toJpeg(found.bytes) : undefined;
}
