import { expect, test } from 'vitest';
import { grantAdmin } from '../../domain/accounts/roles.ts';
import { startApp } from '../../test/app.ts';
import { databaseOnALine } from '../../test/database-line.ts';
import { password, proveNewFactor } from '../../test/make.ts';
import { withOwner } from '../../test/worlds.ts';

const json = { 'content-type': 'application/json' };
const call = { method: 'POST', headers: json, body: '{"data":{}}' };
const isOwn = (answer: Response) => [answer.status, answer.headers.get('answered-by')];

test('C-1.08 C-8.05 whatever fails, our server says that the answer is its own: a proxy’s 503 does not', async () => {
  const { database, cut, mend } = await databaseOnALine();
  const { app, owner } = await withOwner(startApp({ database, publicUrl: 'http://handback.test' }));
  const { email } = owner;
  await grantAdmin(email, app.services);
  await proveNewFactor(owner);
  await owner.call('setMaintenance', { enabled: true });
  const visitor = app.visitor();
  expect(isOwn(await visitor.get('/about')), 'maintenance').toEqual([503, 'Handback']);
  expect(isOwn(await visitor.auth('sign-up/email', { name: 'Ada', email, password }))).toEqual([503, 'Handback']);
  expect(isOwn(await visitor.fetch('/functions/us-central1/countUnread', call))).toEqual([503, 'Handback']);
  await owner.call('setMaintenance', { enabled: false });

  app.expectLogError(/a page failed|INTERNAL_SERVER_ERROR|could not be read|a request failed|a function failed/);
  await cut();
  expect(isOwn(await owner.get('/about')), 'no database').toEqual([503, 'Handback']);
  expect(isOwn(await owner.get('/items'))).toEqual([503, 'Handback']);
  expect(isOwn(await owner.post('/item/aGJrOHEyd24zdjdrNWQxbTl4YQ', { text: 'Here' }))).toEqual([503, 'Handback']);
  expect(isOwn(await owner.auth('token', {}))).toEqual([503, 'Handback']);
  expect(isOwn(await owner.auth('sign-in/email', { email, password }))).toEqual([503, 'Handback']);
  expect(isOwn(await visitor.fetch('/functions/us-central1/getMaintenance', call))).toEqual([503, 'Handback']);
  await mend();
});
