import { expect, test } from 'vitest';
import { itemStates } from '../../domain/items/contract/item-state.ts';
import {
  maxFactLength,
  maxItemNameLength,
  maxNoteLength,
  maxPlaceLength,
  maxReferenceLength,
  maxShortFactLength,
} from '../../domain/items/contract/limits.ts';
import { languages } from '../../language/languages.ts';
import { itemPath } from '../../paths/paths.ts';
import { makeItem, type Person } from '../make.ts';
import type { Visitor } from '../visitor.ts';
import { openWindow, phone, refusals } from './browser.ts';
import { sharedProduct } from './shared-product.ts';

const shown = (text: string) => ({ text, shown: true });

const texts = {
  'of ordinary words': (length: number) =>
    'She needs her drops twice a day '
      .repeat(length)
      .slice(0, length - 1)
      .concat('.'),
  'of many lines': (length: number) => 'x\n'.repeat(length / 2 - 1).concat('xx'),
  'of one long word': (length: number) => 'W'.repeat(length),
};

type Writing = (length: number) => string;

const things = [
  ['pet', { urgentCare: maxFactLength, vet: maxFactLength, chip: maxShortFactLength }, { temperament: 'shy' }],
  ['suitcase', { tripTo: maxFactLength }, { tripUntil: '2099-05-03' }],
] as const;

const cases = Object.keys(texts).flatMap((kind) =>
  things.flatMap(([category]) => itemStates.map((state) => [category, state, kind] as const)),
);

test.each(cases)(
  'on a phone the first answer for a %s that is %s is in sight in every language, with the longest texts %s, an error and a conversation',
  async (category, state, kind) => {
    const product = await sharedProduct();
    const owner = await product.owner();
    const { hash } = await makeLongest(owner, category, state, texts[kind as keyof typeof texts]);
    const finder = product.visitor();
    await finder.get(itemPath(hash));
    await finder.post(itemPath(hash), { answer: 'have' });
    const page = await openWindow(product.url, { viewport: phone, javaScriptEnabled: false }, refusals);
    await page.goto(itemPath(hash));
    const below: string[] = [];
    for (const language of languages) {
      finder.language = language;
      await page.setContent(await sendLate(finder, hash));
      expect(await page.locator('html').getAttribute('lang')).toBe(language);
      expect(
        await page.locator('.alert:not([hidden])').evaluateAll((all) => all.map(({ className }) => className)),
      ).toEqual(['alert alert-error', 'alert alert-success']);
      const answer = await page.locator('button[value=have]').boundingBox();
      const end = answer ? answer.y + answer.height : Number.POSITIVE_INFINITY;
      if (end > phone.height) below.push(`${language} ${end}`);
    }
    expect(below).toEqual([]);
  },
);

/** As a page does whose phone had no signal for a day. @returns the page that says so */
async function sendLate(finder: Visitor, hash: string): Promise<string> {
  const form = await (await finder.get(itemPath(hash))).text();
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  return (await finder.post(itemPath(hash), { ...fields, answer: 'handed-in', late: '1' })).text();
}

async function makeLongest(owner: Person, category: 'pet' | 'suitcase', state: string, write: Writing) {
  const item = await makeItem(owner, { name: write(maxItemNameLength), category, note: write(maxNoteLength) });
  const [, long, short] = things.find(([each]) => each === category) ?? things[0];
  const facts = {
    ...Object.fromEntries(Object.entries(long).map(([name, length]) => [name, shown(write(length))])),
    ...Object.fromEntries(Object.entries(short).map(([name, text]) => [name, shown(text)])),
    reward: shown(write(maxShortFactLength)),
    phone: shown('+49 30 1234567'),
    email: shown('ada@example.com'),
  };
  await owner.call('updateItem', { id: item.id, facts });
  const loss = {
    id: item.id,
    message: write(maxNoteLength),
    place: write(maxPlaceLength),
    lastSeen: '2026-11-20T18:30',
  };
  if (state === 'stolen') await owner.call('markItemStolen', { ...loss, reference: write(maxReferenceLength) });
  else if (state !== 'kept') await owner.call('markItemLost', loss);
  if (state === 'returned') await owner.call('markItemReturned', { id: item.id });
  return item;
}
