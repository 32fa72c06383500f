import { expect, test, vi } from 'vitest';
import { grantAdmin } from '../../domain/accounts/roles.ts';
import { startApp } from '../../test/app.ts';
import { makeConversation, makeItem, makeOwner, proveNewFactor } from '../../test/make.ts';
import { recordStatements } from '../../test/statements.ts';
import { withOwner } from '../../test/worlds.ts';

/** A host that maintenance closes. */
const publicUrl = 'http://handback.test';

test('from the finder’s form to the owner’s screen each request reads maintenance, visitor, tag and conversation once', async () => {
  const statements = recordStatements();
  const { app, owner } = await withOwner(startApp({ publicUrl }));
  const other = await makeOwner(app, 'Bob');
  await grantAdmin(owner.email, app.services);
  await proveNewFactor(owner);
  await owner.call('setMaintenance', { enabled: true, keepTagPagesOpen: true });
  const item = await makeItem(owner);
  const { finder, path } = await makeConversation(app, item);
  const tag = `/item/${item.hash}`;
  const [conversation] = (await owner.call('listConversations', {})).conversations;
  const id = conversation?.id ?? '';
  const settings = vi.spyOn(app.services.settings, 'read');

  /** How often each is read. @returns also the status of the answer */
  const count = async (ask: () => Promise<Response>) => {
    settings.mockClear();
    let status = 0;
    const sent = await statements.during(async () => {
      status = (await ask()).status;
    });
    const reads = (table: string) =>
      sent.filter(
        (text) => text.startsWith('select') && text.includes(`from "${table}"`) && !/ for (no key )?update/.test(text),
      );
    return {
      status,
      maintenance: settings.mock.calls.filter(([key]) => key === 'maintenance').length,
      profile: reads('users').length,
      tag: reads('tags').filter((text) => text.includes('"items"')).length,
      conversation: reads('conversations').length,
    };
  };

  const once = { maintenance: 1, profile: 0, tag: 1, conversation: 0 };
  expect(await count(() => app.visitor().post(tag, { text: 'I have it' }))).toEqual({ ...once, status: 303 });
  expect(await count(() => app.visitor().post(tag, { text: '' }))).toEqual({ ...once, status: 422 });
  const again = { ...once, conversation: 1 };
  expect(await count(() => finder.get(tag))).toEqual({ ...again, status: 200 });
  expect(await count(() => finder.post(tag, { text: 'Still here' }))).toEqual({ ...again, status: 303 });
  expect(await count(() => finder.post(tag, { text: '' }))).toEqual({ ...again, status: 422 });

  const atLink = { ...once, tag: 0, conversation: 1 };
  expect(await count(() => finder.get(path))).toEqual({ ...atLink, status: 200 });
  expect(await count(() => finder.post(path, { text: 'And more' }))).toEqual({ ...atLink, status: 303 });
  expect(await count(() => finder.post(path, { text: '' }))).toEqual({ ...atLink, status: 422 });

  const signedIn = { ...once, profile: 1 };
  expect(await count(() => other.get(tag))).toEqual({ ...signedIn, status: 200 });
  expect(await count(() => other.post(tag, { text: '' }))).toEqual({ ...signedIn, status: 422 });
  expect(await count(() => owner.get(`${tag}/preview`))).toEqual({ ...signedIn, status: 200 });

  const call = async (data: object) => {
    const headers = { 'content-type': 'application/json', authorization: `Bearer ${owner.token}` };
    const body = JSON.stringify({ data });
    return owner.fetch('/functions/us-central1/readConversation', { method: 'POST', headers, body });
  };
  const onScreen = { maintenance: 0, profile: 1, tag: 0, conversation: 1, status: 200 };
  expect(await count(() => call({ id }))).toEqual(onScreen);

  await owner.call('blockConversation', { id });
  expect(await count(() => finder.post(tag, { text: 'Please' })), 'refused').toEqual({ ...again, status: 409 });
  expect(await count(() => finder.post(path, { text: 'Please' })), 'refused').toEqual({ ...atLink, status: 409 });
});
