import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { spotsOf } from '../../test/label-spots.ts';
import { labelMeasures, makeItem, makeLabelTemplate, makeOwner, type Person } from '../../test/make.ts';
import { boxOf } from '../../test/pdf-text.ts';
import { scanSpots } from '../../test/scanned-codes.ts';
import { shareApp } from '../../test/shared-app.ts';
import { withOwner } from '../../test/worlds.ts';
import { toSheet } from './contract/sheets.ts';

const publicUrl = 'https://tags.example.com';
const sharedApp = shareApp({ publicUrl });

test('tags are printed on a sheet of one’s own, which others cannot use; what stands in letters under the codes of a sheet is told when it is chosen, and a sheet whose codes would be too small', async () => {
  const { app, owner } = await withOwner(sharedApp());
  const { id: item } = await makeItem(owner);
  const measures = { ...labelMeasures, leftMargin: 7.25, pitchX: 66.04 };
  const { id: sheet } = await makeLabelTemplate(owner, measures);
  const answer = await owner.postJson('/items/print', { data: { sheet, items: [item], copies: 21 } });
  const { printed } = await scanSpots(Buffer.from(await answer.arrayBuffer()), spotsOf(toSheet(measures)));
  expect(printed).toEqual(Array(21).fill(`HTTPS://TAGS.EXAMPLE.COM/T/${item.toUpperCase()}`));

  const other = await makeOwner(app, 'Eve');
  const own = await makeItem(other);
  for (const data of [
    { sheet, items: [own.id] },
    { sheet, testPage: true },
  ]) {
    const refused = await other.postJson('/items/print', { data });
    expect(await refused.json()).toMatchObject({ error: { details: { fields: { sheet: 'Choose a sheet.' } } } });
  }
  const nextOwner = await makeOwner(app);
  const eve = await makeOwner(await startApp({ publicUrl: `https://${'lost-and-found.'.repeat(4)}example.com` }));
  const grid = { columns: 1, rows: 1 };
  const told: unknown[] = [];
  for (const [labelWidth, labelHeight] of [
    [60, 30],
    [15, 20],
    [15, 15],
  ] as const) {
    const measures = { ...labelMeasures, ...grid, labelWidth, labelHeight, name: `${labelHeight}` };
    const { id: sheet } = await makeLabelTemplate(nextOwner, measures);
    told.push((await nextOwner.call('checkSheet', { sheet })).letters);
  }
  expect(told).toEqual(['host-and-code', 'code', 'none']);
  expect(await nextOwner.call('checkSheet', { sheet: 'avery-l7651' })).toEqual({ letters: 'host-and-code' });
  await expect(eve.call('checkSheet', { sheet: 'brother-17x54' })).rejects.toThrow('Choose a larger label.');
  await expect(eve.call('checkSheet', { sheet: 'nothing' })).rejects.toThrow('Choose a sheet.');
});

test('on square and nearly square labels code and letters stay within each label; what cannot be a sheet of labels is refused in words, also as a change', async () => {
  const owner = await makeOwner(await sharedApp());
  const { id: item } = await makeItem(owner);
  for (const [labelWidth, labelHeight] of [
    [30, 25],
    [30, 30],
    [20, 20],
    [60, 60],
  ] as const) {
    const grid = { columns: 2, rows: 2, leftMargin: 10, topMargin: 10, pitchX: labelWidth, pitchY: labelHeight };
    const measures = { ...labelMeasures, ...grid, labelWidth, labelHeight };
    const { id: sheet } = await makeLabelTemplate(owner, { ...measures, name: `${labelWidth} by ${labelHeight}` });
    const answer = await owner.postJson('/items/print', { data: { sheet, items: [item], copies: 4 } });
    const pdf = Buffer.from(await answer.arrayBuffer());
    const { printed } = await scanSpots(pdf, spotsOf(toSheet(measures)));
    expect.soft(printed).toEqual(Array(4).fill(`HTTPS://TAGS.EXAMPLE.COM/T/${item.toUpperCase()}`));
    const letters = await boxOf(pdf, item.slice(-4));
    expect.soft((letters.yMax * 25.4) / 72, `${labelWidth} × ${labelHeight}`).toBeLessThan(10 + labelHeight);
  }
  for (const [wrong, field, words] of [
    [{ name: ' ' }, 'name', 'Give the template a name.'],
    [{ name: 'x'.repeat(61) }, 'name', 'a name of at most 60 characters'],
    [{ pitchX: 59.98 }, 'pitchX', 'The labels would overlap'],
    [{ pitchY: 39.99 }, 'pitchY', 'The labels would overlap'],
    [{ leftMargin: 25.01 }, 'labelWidth', 'do not fit the width of the page'],
    [{ topMargin: 17.01 }, 'labelHeight', 'do not fit the height of the page'],
    [{ columns: 0 }, 'columns', 'Give a whole number from 1.'],
    [{ rows: 1.5 }, 'rows', 'Give a whole number from 1.'],
    [{ rows: 501 }, 'rows', 'at most 500 labels'],
    [{ ...many, columns: 21, rows: 24 }, 'rows', 'at most 500 labels'],
    [{ ...many, columns: 1, rows: 1 }, 'labelWidth', /dots of the code would be 0\.\d+ mm wide/],
    [{ pageWidth: 421 }, 'pageWidth', 'a length of at most 420 mm'],
    [{ pageHeight: 9 }, 'pageHeight', 'paper of at least 10 mm'],
    [{ topMargin: 8.555 }, 'topMargin', 'at most two digits after the point'],
    [{ leftMargin: -1 }, 'leftMargin', 'at most two digits after the point'],
    [{ labelHeight: 0.5 }, 'labelHeight', 'at least 1 mm'],
    [{ pitchX: null }, 'pitchX', 'at most two digits after the point'],
  ] as const) {
    const refused = await tryAdd(owner, wrong);
    expect.soft(refused, JSON.stringify(wrong)).toMatchObject({ [field]: expect.stringMatching(words) });
  }
  expect(await tryAdd(owner, { leftMargin: 25, topMargin: 17 }), 'what just fits').toBeUndefined();
  await makeLabelTemplate(owner, { name: 'Taken' });
  const mine = await makeLabelTemplate(owner, { name: 'Mine' });
  for (const wrong of [{ name: 'TAKEN' }, { pitchX: 1 }, many])
    expect((await owner.tryCall('updateLabelTemplate', { ...mine, ...wrong })).status).toBe(400);
  expect((await owner.call('listLabelTemplates', {})).templates).toContainEqual(mine);
  expect(await owner.call('updateLabelTemplate', { ...mine, name: 'MINE' }), 'its own name').toMatchObject({
    name: 'MINE',
  });
});

test('templates are listed by name, changed and deleted; the same key adds one once', async () => {
  const owner = await makeOwner(await startApp());
  const [second, first] = [
    await makeLabelTemplate(owner, { name: 'b' }),
    await makeLabelTemplate(owner, { name: 'A' }),
  ];
  const list = async () => (await owner.call('listLabelTemplates', {})).templates;
  expect(await list()).toEqual([first, second]);
  const changed = { ...labelMeasures, id: second.id, name: 'B', rows: 6, topMargin: 12.34 };
  expect(await owner.call('updateLabelTemplate', changed)).toEqual(changed);
  await owner.call('deleteLabelTemplate', { id: first.id });
  expect(await list()).toEqual([changed]);
  const order = { ...labelMeasures, name: 'Mine', key: crypto.randomUUID() };
  const [one, again] = await Promise.all([order, order].map((each) => owner.call('addLabelTemplate', each)));
  expect(again).toEqual(one);
});

test('no two templates have one name, and an account has at most 50', async () => {
  const { app, owner } = await withOwner(startApp());
  await makeLabelTemplate(owner, { name: 'Freezer' });
  expect(await tryAdd(owner, { name: 'freezer ' })).toEqual({ name: expect.stringContaining('with this name') });
  await makeLabelTemplate(await makeOwner(app, 'Eve'), { name: 'Freezer' });
  for (let n = 2; n <= 50; n++) await makeLabelTemplate(owner, { name: `Sheet ${n}` });
  expect(await tryAdd(owner, { name: 'One more' })).toEqual({ name: expect.stringContaining('at most 50 templates') });
});

/** Labels that are too small for any code. */
const many = { labelWidth: 8, labelHeight: 8, pitchX: 8, pitchY: 8 };

async function tryAdd(owner: Person, changes: object): Promise<unknown> {
  const order = { ...labelMeasures, name: crypto.randomUUID(), ...changes, key: crypto.randomUUID() };
  const { error } = await owner.tryCall('addLabelTemplate', order as never);
  return (error as { details?: { fields?: unknown } } | undefined)?.details?.fields;
}
