import { expect, test } from 'vitest';
import { signUp } from '../../domain/accounts/sign-up.ts';
import { startApp } from '../../test/app.ts';
import { clocks, databaseWithAClock, setClock } from '../../test/clocks.ts';
import { makeAdministrator, newEmail, password } from '../../test/make.ts';

const longAgo = '1970-01-02T03:04:05Z';

test.each(clocks)(
  'while the clock of %s is before the release, a sign-up is refused in words, and works once it is right',
  async (of) => {
    const app = await startApp({ database: await databaseWithAClock() });
    const admin = await makeAdministrator(app);
    const readiness = async () => {
      const answer = await app.visitor().get('/readyz');
      return [answer.status, await answer.text()];
    };
    expect(await readiness()).toEqual([200, 'ready']);
    const mend = await setClock(of, longAgo, app);
    const typed = { name: 'Bob', email: newEmail('Bob'), password };
    // More often than an address may get mails.
    for (let tries = 0; tries < 6; tries++) {
      const answer = await app.visitor().auth('sign-up/email', typed);
      expect([answer.status, answer.headers.get('retry-after'), await answer.json()]).toMatchObject([
        503,
        '60',
        { code: 'clock-wrong', message: expect.stringContaining('The clock of this service is wrong') },
      ]);
    }
    expect(await readiness()).toEqual([200, `ready, but the clock of ${of} is wrong`]);
    // An administrator cannot be signed in at a time before the session.
    if (of === 'the database') expect(await admin.call('readHealth', {})).toMatchObject({ clockBehind: true });

    await mend();
    expect(await readiness()).toEqual([200, 'ready']);
    expect(await admin.call('readHealth', {})).toMatchObject({ clockBehind: false });
    expect((await app.visitor().auth('sign-up/email', typed)).status).toBe(200);
    await app.mailbox.find(typed.email, 'Confirm');
  },
);

test('an account that is made by a wrong clock all the same waits for its address to be confirmed', async () => {
  const app = await startApp({ database: await databaseWithAClock() });
  const mend = await setClock('the database', longAgo, app);
  const email = newEmail('Eve');
  await signUp({ name: 'Eve', email, password, deviceHash: '', language: 'en' }, app.services);
  await mend();
  await app.mailbox.find(email, 'Confirm');
});
