import { createHash } from 'node:crypto';
import type { Services } from '../../server/services.ts';
import type { PrintingOwner } from './chosen-tags.ts';
import { labelAlone, placesOn } from './contract/sheets.ts';
import { drawFirstPage } from './draw-sheets.ts';
import { type NotPrinted, type PrintOrder, tagsOf } from './print-tags.ts';

/** A name that changes with whatever the picture shows, and its drawing. */
export type PlannedPicture = { name: string; draw(): Promise<Uint8Array<ArrayBuffer>> };

/** The first page of what `printTags` would print of the same order, as an SVG; of pictures the first one. */
export async function previewTags(
  owner: PrintingOwner,
  order: PrintOrder,
  services: Services,
): Promise<PlannedPicture | NotPrinted> {
  const chosen = await tagsOf(owner, order, services, placesOn);
  if ('refused' in chosen) return chosen;
  const isPdf = order.format === 'pdf';
  const sheet = isPdf ? chosen.sheet : labelAlone(chosen.sheet);
  const { start, offsetX, offsetY, pitchX, pitchY } = order;
  const places = placesOn(sheet);
  if (isPdf && start > places) return { refused: 'no-place', places };
  const paper = isPdf ? { sheet, start, offsetX, offsetY, pitchX, pitchY } : { ...atItsPlace, sheet };
  const copies = isPdf ? order.copies : 1;
  const tags = chosen.tags.flatMap((tag) => Array<typeof tag>(copies).fill(tag)).slice(0, places - paper.start + 1);
  const shown = JSON.stringify([paper, tags.map(({ matrix: _, ...texts }) => texts), services.publicUrl]);
  return {
    name: createHash('sha256').update(shown).digest('base64url'),
    draw: async () => new TextEncoder().encode(await drawFirstPage(tags, paper)),
  };
}

const atItsPlace = { start: 1, offsetX: 0, offsetY: 0, pitchX: 0, pitchY: 0 };
