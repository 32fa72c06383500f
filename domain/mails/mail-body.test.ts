import { expect, test } from 'vitest';
import { makeOwner, password } from '../../test/make.ts';
import { sharedApp } from '../../test/shared-app.ts';

test('a mail is sent in the product’s name, says its subject as headline, and in its footer an address of ours is a link; programs that show dark mails find dark colours', async () => {
  const app = await sharedApp();
  const owner = await makeOwner(app);
  await owner.call('changePassword', { currentPassword: password, newPassword: 'another horse battery' });
  const mail = await app.mailbox.find(owner.email, 'Your Handback password was changed');
  expect(mail.from?.name).toBe('Handback');
  const html = mail.html ?? '';
  expect(html).toContain('<h1>Your Handback password was changed</h1>');
  expect(html).toContain(`<a href="${app.url}/auth/reset">${app.url}/auth/reset</a>`);
  expect(html).toContain('<meta name="color-scheme" content="light dark"/>');
  expect(html).toContain('@media (prefers-color-scheme:dark)');
  expect(mail.text).toContain(
    `Set a new password:\n${app.url}/auth/reset\n\n--\nYou get this email because you have an account at`,
  );
});
