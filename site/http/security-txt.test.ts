import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { type App, startApp } from '../../test/app.ts';

const publicUrl = 'https://tags.example';
const year = 365 * 86_400_000;

test('security.txt says where to report a hole, and how long that is true, also during maintenance', async () => {
  const app = await startApp({ publicUrl });
  await setSetting(app, 'brand', { contactEmail: 'hello@tags.example' });
  await setSetting(app, 'maintenance', { enabled: true });
  const answer = await app.visitor().get('/.well-known/security.txt');
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=UTF-8']);
  const { Expires: expires = '', ...fields } = parse(await answer.text());
  expect(fields).toEqual({
    Contact: 'mailto:hello@tags.example',
    Canonical: `${publicUrl}/.well-known/security.txt`,
    'Preferred-Languages': 'en',
  });
  const ahead = new Date(expires).getTime() - Date.now();
  expect(ahead).toBeGreaterThan(0);
  expect(ahead).toBeLessThan(year);
});

test.each(['', 'hello@tags.example\nCanonical: https://evil.example', 'write to us'])(
  'where the operator’s address is %j, the contact page stands there',
  async (contactEmail) => {
    const app = await startApp({ publicUrl });
    await setSetting(app, 'brand', { contactEmail });
    const text = await app.visitor().read('/.well-known/security.txt');
    expect(parse(text)).toMatchObject({ Contact: `${publicUrl}/contact` });
    expect(text).not.toContain('evil');
  },
);

test('what else a program looks for there is not found', async () => {
  expect((await (await startApp()).visitor().get('/.well-known/nothing')).status).toBe(404);
});

function parse(text: string): Record<string, string> {
  return Object.fromEntries(
    text
      .trimEnd()
      .split('\n')
      .map((line) => line.split(': ')),
  );
}

async function setSetting(app: App, key: string, value: object): Promise<void> {
  await sql`insert into settings (key, value) values (${key}, ${JSON.stringify(value)})`.execute(app.services.db);
}
