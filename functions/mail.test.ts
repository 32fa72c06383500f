import { expect, test } from 'vitest';
import { startApp } from '../test/app.ts';
import { pauseOver, queuedMails, queueTo } from '../test/mail-queue.ts';
import { makeAdministrator, makeOwner } from '../test/make.ts';

const patiently = { timeout: 20_000 };
const text = expect.any(String);

test('an administrator reads how many mails wait, are refused and given up, and why sending failed, without addresses', async () => {
  const app = await startApp();
  const administrator = await makeAdministrator(app);
  const state = () => administrator.call('readMailState', {});
  await expect.poll(state, patiently).toEqual({
    waiting: 0,
    oldestWaiting: null,
    givenUp: 0,
    refused: 0,
    accountsNotReached: 0,
    lastError: null,
  });

  const owner = await makeOwner(app, 'Bob');
  app.mailbox.treats.set(owner.email, '550 5.1.1 No such mailbox');
  await queueTo(app, owner.email, 'Refused', owner.uid);
  await expect.poll(state, patiently).toMatchObject({ waiting: 1, refused: 1, accountsNotReached: 1, lastError: null });

  app.mailbox.treats.set('eve@example.com', '554 <eve@example.com>: Relay access denied');
  await queueTo(app, 'eve@example.com', 'Not relayed');
  const oldest = (await queuedMails(app)).find(({ subject }) => subject === 'Refused')?.createdAt.toISOString();
  await expect.poll(state, patiently).toEqual({
    waiting: 2,
    oldestWaiting: oldest,
    givenUp: 0,
    refused: 1,
    accountsNotReached: 1,
    lastError: { text: expect.stringMatching(/554 <…>: Relay access denied$/), at: text },
  });

  app.mailbox.treats.delete('eve@example.com');
  await pauseOver(app);
  const rest = { waiting: 0, oldestWaiting: null, givenUp: 1, refused: 1, lastError: null };
  await expect.poll(state, patiently).toEqual({ ...rest, accountsNotReached: 1 });
  app.mailbox.treats.clear();
  await queueTo(app, owner.email, 'Taken', owner.uid);
  await expect.poll(state, patiently).toEqual({ ...rest, accountsNotReached: 0 });
});
