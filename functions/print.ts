import { Readable } from 'node:stream';
import { z } from 'zod';
import type { CurrentUser } from '../domain/accounts/contract/schema.ts';
import { itemSearch } from '../domain/items/contract/schema.ts';
import { findUntagged, listUntagged, type PrintingOwner } from '../domain/print/chosen-tags.ts';
import {
  mostTags,
  type PosterOptions,
  posterOptions,
  printFormats,
  printOptions,
} from '../domain/print/contract/schema.ts';
import { leastModule } from '../domain/print/draw-tag.ts';
import { drawPoster, previewPoster } from '../domain/print/poster.ts';
import { type PlannedPicture, previewTags } from '../domain/print/preview.ts';
import { checkNames, checkSheet, type NotPrinted, packCodes, printTags } from '../domain/print/print-tags.ts';
import { proveOwnership } from '../domain/print/proof-of-ownership.ts';
import type { Services } from '../server/services.ts';
import { forUser, type Refusal } from './define.ts';
import { id } from './inputs.ts';
import { notYet, type PlainRefusal, refused } from './refused.ts';

/** More than can be printed: how many can be is then said in words. */
const mostChosen = 20_000;
const chosen = z
  .union([z.enum(['all', 'blank']), z.strictObject({ search: itemSearch.optional() }), z.array(id).max(mostChosen)])
  .default([]);
const printOrder = printOptions.extend({ items: chosen });
const posterOrder = posterOptions.extend({ item: id });
const noItem: NotPrinted = { refused: 'no-item' };
const letters = z.enum(['host-and-code', 'code', 'none']);

const printedFile = z.strictObject({
  name: z.string(),
  type: z.enum([...printFormats, 'zip']),
  file: z.instanceof(Readable),
});

const plannedPicture = z.strictObject({
  name: z.string(),
  draw: z.custom<PlannedPicture['draw']>((draw) => draw instanceof Function),
});

export const printFunctions = {
  printTags: forUser({
    route: 'POST /items/print',
    countsItself: true,
    summary: `Tags of your items, or your unassigned tags, to print, at most ${mostTags}: a PDF of sheets, or a picture of each label (several in a zip). \`testPage\` is a PDF that has only the outlines of the labels.`,
    input: printOrder,
    output: printedFile,
    run: counted(printTags),
  }),

  previewTags: forUser({
    route: 'GET /items/print/preview.svg',
    summary:
      'What `printTags` would print of the same order, as a picture: its first page, or the first of its pictures.',
    input: printOrder,
    output: plannedPicture,
    run: async ({ user, language }, order, services) => {
      const planned = await previewTags({ ...user, language }, order, services);
      return isRefused(planned) ? whyNotPrinted(planned, language) : planned;
    },
  }),

  checkPrintedNames: forUser({
    countsItself: true,
    summary:
      'Which names would not stand whole on the labels of the same order: for want of room (`noRoom`), or of letters (`noLetters`); and whether host and code have room in letters under the codes (`letters`).',
    input: printOrder,
    output: z.strictObject({ noRoom: z.array(z.string()), noLetters: z.array(z.string()), letters }),
    run: counted(checkNames),
  }),

  checkSheet: forUser({
    summary:
      'Whether a sheet can carry the codes, and whether host and code have room in letters under them (`letters`), before anything is printed.',
    input: printOptions.pick({ sheet: true }),
    output: z.strictObject({ letters }),
    run: async ({ user, language }, { sheet }, services) => {
      const checked = await checkSheet({ uid: user.uid, language }, sheet, services);
      return 'refused' in checked ? whyNotPrinted(checked, language) : checked;
    },
  }),

  listUntaggedItems: forUser({
    summary:
      'Which of all your items, or of those that a search finds, a print leaves out because they have no working tag: how many, and the newest of them.',
    input: z.object({ items: z.union([z.literal('all'), z.strictObject({ search: itemSearch.optional() })]) }),
    output: z.strictObject({ items: z.array(z.strictObject({ id: z.string(), name: z.string() })), count: z.int() }),
    run: ({ user, language }, { items }, services) => listUntagged({ uid: user.uid, language }, items, services),
  }),

  proveOwnership: forUser({
    route: 'POST /items/proof',
    countsItself: true,
    summary:
      'A PDF for police or insurer: whose one of your items is, its serial number, its tags and what became of it.',
    input: z.object({ id }),
    output: printedFile,
    run: counted(async (owner, { id }: { id: string }, services) => {
      const file = await proveOwnership(owner, id, services);
      return file ? { name: 'proof-of-ownership.pdf', type: 'pdf' as const, file } : noItem;
    }),
  }),

  printPoster: forUser({
    route: 'POST /items/poster',
    countsItself: true,
    summary:
      'A poster of one of your items that is lost, with strips to tear off, as a PDF. What is left out of `words`, `place`, `reward` and `picture` is what finders are told.',
    input: posterOrder,
    output: printedFile,
    run: counted(async (owner, order: PosterOptions, services) => {
      const file = await drawPoster(owner, order, services);
      if (file) return { name: 'poster.pdf', type: 'pdf' as const, file };
      return whyNoPoster(owner, order, services);
    }),
  }),

  previewPoster: forUser({
    route: 'GET /items/poster/preview.svg',
    summary: 'What `printPoster` would print of the same order, as a picture.',
    input: posterOrder,
    output: plannedPicture,
    run: async ({ user, language }, order, services) => {
      const owner = { ...user, language };
      const planned = await previewPoster(owner, order, services);
      return planned ?? whyNotPrinted(await whyNoPoster(owner, order, services), language);
    },
  }),

  packCodes: forUser({
    route: 'POST /items/codes',
    countsItself: true,
    summary: `QR codes of your items, or of your unassigned tags, as a zip with an SVG for each, at most ${mostTags}.`,
    input: z.object({ items: chosen }),
    output: printedFile,
    run: counted(async (owner, { items }: { items: z.output<typeof chosen> }, services) => {
      const packed = await packCodes(owner, items, services);
      if ('refused' in packed) return packed;
      return { name: 'codes.zip', type: 'zip' as const, file: Readable.fromWeb(packed.zip as never) };
    }),
  }),
};

type Printer = { user: CurrentUser; language: string };

/** Prints for the user, unless they have printed too often; says what cannot be printed. */
function counted<Input, Printed extends object>(
  print: (owner: CurrentUser & { language: string }, input: Input, services: Services) => Promise<Printed>,
) {
  return async ({ user, language }: Printer, input: Input, services: Services) => {
    const { allowed, retryAfter } = await services.limits.take('printing', user.uid);
    if (!allowed) return notYet({ key: 'printedPage.manyPrints' }, retryAfter);
    const printed = await print({ ...user, language }, input, services);
    return isRefused(printed) ? whyNotPrinted(printed, language) : (printed as Exclude<Printed, NotPrinted>);
  };
}

async function whyNoPoster(owner: PrintingOwner, { item }: PosterOptions, services: Services): Promise<NotPrinted> {
  const name = await findUntagged(owner, [item], services);
  return name === undefined ? noItem : { refused: 'no-tag', name };
}

function isRefused<Printed extends object>(printed: Printed | NotPrinted): printed is NotPrinted {
  return 'refused' in printed;
}

export function whyNotPrinted(printed: NotPrinted, language: string): Refusal | PlainRefusal {
  switch (printed.refused) {
    case 'no-sheet':
      return refused(printed.refused, { field: 'sheet' });
    case 'no-place':
      return refused('no-such-place', { field: 'start', params: { places: printed.places } });
    case 'no-item':
      return printed.refused;
    case 'no-tag':
      return refused('no-tag.of-item', { field: 'items', params: { name: printed.name } });
    case 'nothing':
      return refused('nothing-to-print', { field: 'items' });
    case 'too-many':
      return refused('too-many-tags.print', { field: 'copies', params: { most: mostTags } });
    case 'too-small':
      return tooSmall('sheet', printed.module, language);
  }
}

export function tooSmall(field: string, module: number, language: string): Refusal {
  const { format } = new Intl.NumberFormat(language, { maximumFractionDigits: 2 });
  const params = { size: format(module), least: format(leastModule) };
  return refused('code-too-small', { field, params });
}
