import { expect, test } from 'vitest';
import { type ItemState, itemStates } from '../../domain/items/contract/item-state.ts';
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

type Writing = (length: number) => string;

const inOrdinaryWords: Writing = (length) =>
  'She needs her drops twice a day '
    .repeat(length)
    .slice(0, length - 1)
    .concat('.');

const writings: [kind: string, write: Writing][] = [
  ['of ordinary words', inOrdinaryWords],
  ['of many lines', (length) => 'x\n'.repeat(length / 2 - 1).concat('xx')],
  ['of one long word', (length) => 'W'.repeat(length)],
];

const things = [
  ['pet', { urgentCare: maxFactLength, vet: maxFactLength, chip: maxShortFactLength }, { temperament: 'shy' }],
  ['suitcase', { tripTo: maxFactLength }, { tripUntil: '2099-05-03' }],
  ['child', {}, {}],
] as const;

test.each(writings)(
  'on a phone the first answer for a pet, a suitcase and a child in each state is in sight in every language, and above it “Call” for the pet and the child, with the longest texts %s, an error and a conversation',
  async (_kind, write) => {
    const product = await sharedProduct();
    const owner = await product.owner();
    const finder = product.visitor();
    const page = await openWindow(product.url, { viewport: phone, javaScriptEnabled: false }, refusals);
    const below: string[] = [];
    for (const thing of things) {
      const { id, hash } = await makeLongest(owner, thing, write);
      await finder.get(itemPath(hash));
      await finder.post(itemPath(hash), { answer: 'have' });
      const acts = thing[0] === 'suitcase' ? 1 : 3;
      await page.goto(itemPath(hash));
      for (const state of itemStates) {
        await bringInto(state, owner, id, write);
        const form = await (await finder.get(itemPath(hash))).text();
        for (const language of languages) {
          finder.language = language;
          await page.setContent(await sendLate(finder, hash, form));
          const where = `${thing[0]} ${state} ${language}`;
          const { ends, ...seen } = await page.evaluate(() => ({
            language: document.documentElement.lang,
            folded: document.querySelectorAll('details .found-lost').length,
            alerts: [...document.querySelectorAll('.alert:not([hidden])')].map(({ className }) => className),
            ends: [...document.querySelectorAll('.found-call a, fieldset:not([inert]) button[value]')]
              .filter((act) => act.checkVisibility())
              .map((act) => act.getBoundingClientRect().bottom),
          }));
          expect(seen, where).toEqual({ language, folded: 0, alerts: ['alert alert-error', 'alert alert-success'] });
          const first = ends.slice(0, acts);
          expect(ends, where).toEqual(ends.toSorted((one, other) => one - other));
          if (first.length < acts || Math.max(...first) > phone.height) below.push(`${where} ${first}`);
        }
      }
    }
    expect(below).toEqual([]);
  },
);

test('in Arabic, the lines of care and reward in English begin in sight, and are cut at their end until they are tapped', async () => {
  const product = await sharedProduct();
  const { hash } = await makeLongest(await product.owner(), things[0], inOrdinaryWords);
  const page = await openWindow(product.url, { viewport: phone, locale: 'ar' });
  await page.goto(itemPath(hash));
  const lines = page.locator('summary bdi');
  const seenOf = () =>
    lines.evaluateAll((all) =>
      all.map((line) => {
        const { left, right } = line.getBoundingClientRect();
        const letters = document.createRange();
        const isSeen = (at: number) => {
          letters.setStart(line.firstChild as Text, at);
          letters.setEnd(line.firstChild as Text, at + 1);
          const box = letters.getBoundingClientRect();
          return box.left >= left - 1 && box.right <= right + 1;
        };
        return [isSeen(0), isSeen((line.textContent ?? '').length - 1)];
      }),
    );
  expect(await seenOf()).toEqual([
    [true, false],
    [true, false],
  ]);
  await lines.first().click();
  expect(await seenOf()).toEqual([
    [true, true],
    [true, true],
  ]);
});

/** As a page does whose phone had no signal for a day. @returns the page that says so */
async function sendLate(finder: Visitor, hash: string, form: string): Promise<string> {
  const hidden = [...form.matchAll(/<input type="hidden" name="(\w+)" value="([^"]*)"/g)];
  const fields = Object.fromEntries(hidden.map(([, name = '', value = '']) => [name, value]));
  return (await finder.post(itemPath(hash), { ...fields, answer: 'handed-in', late: '1' })).text();
}

async function makeLongest(owner: Person, [category, long, short]: (typeof things)[number], write: Writing) {
  const item = await makeItem(owner, { name: write(maxItemNameLength), category, note: write(maxNoteLength) });
  const facts = {
    ...Object.fromEntries(Object.entries(long).map(([name, length]) => [name, shown(write(length))])),
    ...Object.fromEntries(Object.entries(short).map(([name, text]) => [name, shown(text)])),
    reward: shown(write(maxShortFactLength)),
    phone: shown('+49 30 1234567'),
    email: shown('ada@example.com'),
  };
  await owner.call('updateItem', { id: item.id, facts });
  return item;
}

async function bringInto(state: ItemState, owner: Person, id: string, write: Writing): Promise<void> {
  const loss = { id, message: write(maxNoteLength), place: write(maxPlaceLength), lastSeen: '2026-11-20T18:30' };
  if (state === 'lost') await owner.call('markItemLost', loss);
  if (state === 'stolen') await owner.call('markItemStolen', { ...loss, reference: write(maxReferenceLength) });
  if (state === 'returned') await owner.call('markItemReturned', { id });
}
