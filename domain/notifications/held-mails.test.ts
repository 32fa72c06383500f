import { expect, test } from 'vitest';
import { startApp } from '../../test/app.ts';
import { makeItem, makeOwner } from '../../test/make.ts';
import { mailHeldMessages } from './held-mails.ts';

test.each([
  [10, false],
  [11, true],
])('a mail about held messages to %i items says that it names only some of them: %s', async (count, isShortened) => {
  const app = await startApp();
  const owner = await makeOwner(app);
  for (let n = 0; n < count; n++) {
    const { hash } = await makeItem(owner, { name: `Bag ${n}` });
    await app.visitor().post(`/item/${hash}`, { text: 'Hello', website: 'filled in by a program' });
  }
  await mailHeldMessages(app.installation);
  const mail = await app.mailbox.find(owner.email, `${count} messages are waiting for you`);
  expect(mail.text?.match(/about “Bag \d+”/g)).toHaveLength(10);
  expect(mail.text?.includes(' …')).toBe(isShortened);
});
