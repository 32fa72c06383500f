import { expect, test } from 'vitest';
import { storeFirebaseHash, verifyPassword } from './password.ts';

/** Published with https://github.com/firebase/scrypt */
const published = {
  signerKey: 'jxspr8Ki0RYycVU8zykbdLGjFQ3McFUH0uiiTvC8pVMXAn210wjLNmdZJzxUECKbm0QsEmYUSDzZvpjeJ9WmXA==',
  saltSeparator: 'Bw==',
  rounds: 8,
  memCost: 14,
};
const salt = '42xEC+ixf3L2lw==';
const hash = 'lSrfV15cpx95/sZS2W9c9Kp6i/LVgQNDNC/qzrCnh1SAyZvqmZqAjTdn3aoItz+VHjoZilo78198JAdRuid5lQ==';

test('the published hash of Firebase is that of its password and of no other, and is stored without the signer key; one that is as long as no signer key cannot be stored', async () => {
  const stored = storeFirebaseHash({ hash, salt }, published) ?? '';
  expect(await verifyPassword('user1password', stored)).toBe(true);
  expect(await verifyPassword('user1passworD', stored)).toBe(false);
  expect(await verifyPassword('', stored)).toBe(false);
  expect(stored).not.toContain(published.signerKey.slice(0, 20));
  const urlSafe = (text: string) => text.replaceAll('+', '-').replaceAll('/', '_');
  expect(storeFirebaseHash({ hash: urlSafe(hash), salt: urlSafe(salt) }, published)).toBe(stored);
  expect(storeFirebaseHash({ hash: hash.slice(0, 40), salt }, published)).toBeUndefined();
  expect(storeFirebaseHash({ hash: '', salt }, { ...published, signerKey: '' })).toBeUndefined();
});
