import { expect, test } from 'vitest';
import { tagPath } from '../paths/paths.ts';
import { startApp } from '../test/app.ts';
import { makeItem, makeOwner, type Person, shareItem } from '../test/make.ts';
import { newSubscription, nowhere } from '../test/push-service.ts';
import { withItem, withOwner } from '../test/worlds.ts';

const none = { printed: false, attached: false, scanned: false, told: false };

test('the first steps of a new account are told from what it did: printed, attached, told by push; until it ends them, for ever', async () => {
  const { owner, item } = await withItem(startApp({ outgoing: nowhere }));
  expect(await stepsOf(owner)).toEqual(none);
  const printed = await owner.postJson('/items/print', { data: { sheet: 'avery-l7160', items: [item.id] } });
  expect(printed.status).toBe(200);
  expect(await stepsOf(owner)).toEqual({ ...none, printed: true });
  await owner.call('noteFirstStep', { step: 'attached' });
  await owner.call('addPushDevice', newSubscription());
  expect(await stepsOf(owner)).toEqual({ printed: true, attached: true, scanned: false, told: true });
  expect(await userOf(owner)).toMatchObject({ firstSteps: true });
  await owner.call('endFirstSteps', {});
  await owner.call('noteFirstStep', { step: 'scanned' });
  expect([await stepsOf(owner), await userOf(owner)]).toEqual([
    null,
    expect.not.objectContaining({ firstSteps: true }),
  ]);
});

test('a scan by somebody who is not signed in, and by the owner of the printed code, but no look at one’s own page, is the test scan; it tells that a tag is attached once that was printed', async () => {
  const { app, owner, item } = await withItem();
  for (const path of [`/item/${item.hash}`, `/item/${item.hash}/preview`]) {
    expect((await owner.get(path)).status, path).toBe(200);
  }
  await owner.fetch(tagPath(item.id), { headers: { 'sec-purpose': 'prefetch' } });
  expect(await stepsOf(owner)).toEqual(none);
  const headers = { 'user-agent': 'Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0' };
  await app.visitor().fetch(`/item/${item.hash}`, { headers });
  await expect.poll(() => stepsOf(owner), { timeout: 5_000 }).toEqual({ ...none, scanned: true });
  await owner.postJson('/items/print', { data: { sheet: 'avery-l7160', items: [item.id] } });
  expect(await stepsOf(owner)).toEqual({ ...none, printed: true, attached: true, scanned: true });

  const other = await makeOwner(app);
  const own = await makeItem(other);
  expect((await other.get(tagPath(own.id))).headers.get('location')).toBe(`/item/${own.hash}`);
  expect(await stepsOf(other)).toEqual({ ...none, scanned: true });
});

test('who scans what others share with them has scanned no tag of their own', async () => {
  const { app, owner } = await withOwner();
  const member = await makeOwner(app);
  const item = await shareItem(owner, member);
  await member.get(tagPath(item.id));
  expect(await stepsOf(member)).toEqual(none);
});

const stepsOf = (person: Person) => person.call('getFirstSteps', {});
const userOf = (person: Person) => person.call('getUserProfile', { id: person.uid });
