import type { Translations } from '../../language/create-translations.ts';
import { translationsIn } from '../../language/languages.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import type { Category } from '../items/contract/categories.ts';
import { statesOf } from '../items/item-states.ts';
import type { Owner } from '../items/items.ts';
import { readBrand } from '../settings/brand.ts';
import { restLanguageOf } from '../settings/languages.ts';
import { inGroups } from '../texts/contract/typed-codes.ts';
import { drawLines } from './draw-lines.ts';

const mostStates = 200;
const mostTags = 100;

const sizes = { title: 20, heading: 13, text: 11, small: 9 };

/** A page for police or insurer: whose the item is, since when, its serial number and tags, and what became of it. */
export async function proveOwnership(
  owner: Owner & { displayName: string; email: string; language: string },
  id: string,
  services: Services,
): Promise<PDFKit.PDFDocument | null> {
  const { db, publicUrl } = services;
  const item = await db
    .selectFrom('items')
    .selectAll()
    .where('id', '=', id)
    .where('ownerId', '=', owner.uid)
    .where('deletedAt', 'is', null)
    .executeTakeFirst();
  if (!item) return null;
  const t = translationsIn(restLanguageOf(owner.language, services));
  const brand = await readBrand(db, services);
  const serialNumber = item.privateDetails.serialNumber;
  const issuer = { product: brand.productName, site: new URL(publicUrl).host };
  const facts = [
    t('proofPage.owner', { name: owner.displayName, email: owner.email }),
    t('proofPage.item', { item: item.name, kind: t(`category.${item.category as Category}`) }),
    ...(serialNumber ? [t('proofPage.serialNumber', { number: serialNumber })] : []),
    t('proofPage.added', { time: momentIn(t, item.createdAt) }),
    t('proofPage.tags', { codes: (await tagsOf(id, db)).join(', ') }),
  ];
  const states = await statesOf(owner, id, db).limit(mostStates).execute();
  const past = states.map(({ state, createdAt, place, reference }) => {
    const said = [place, reference && t('proofPage.reference', { reference })].filter(Boolean);
    return [t(`proofPage.${state}`, { time: momentIn(t, createdAt) }), ...said].join(' · ');
  });
  const history = past.length > 0 ? past : [t('proofPage.noHistory')];
  return drawLines(t('proofPage.title'), [
    { text: t('proofPage.title'), size: sizes.title },
    { text: t('proofPage.issued', { ...issuer, time: momentIn(t, new Date()) }), size: sizes.text, spaceBefore: 4 },
    { text: brand.legalName, size: sizes.text },
    ...facts.map((text, n) => ({ text, size: sizes.text, spaceBefore: n === 0 ? 18 : 6 })),
    { text: t('proofPage.history'), size: sizes.heading, spaceBefore: 18 },
    ...history.map((text) => ({ text, size: sizes.text, spaceBefore: 6 })),
    { text: t('proofPage.limits', issuer), size: sizes.small, spaceBefore: 24 },
  ]);
}

async function tagsOf(itemId: string, db: Executor): Promise<string[]> {
  const tags = await db
    .selectFrom('tags')
    .select('code')
    .where('itemId', '=', itemId)
    .where('status', '=', 'active')
    .orderBy('activatedAt')
    .limit(mostTags)
    .execute();
  return tags.map(({ code }) => inGroups(code));
}

function momentIn(t: Translations, time: Date): string {
  return t.date(time, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
}
