import type { Installation } from '../../server/installation.ts';
import type { Limited } from '../../server/limits/limits.ts';

/** Mails that a stranger can cause, each kind counted by itself. Security notices are not among them: they are always sent. */
export type MailKind = 'sign-up' | 'confirm' | 'reset' | 'change';

/**
 * Whether one more mail of this kind may go to the address: five an hour and ten a day, wherever they are asked for. An address
 * without an account counts alike, so that the answer tells nothing.
 * @param asker distinguishes who has an allowance of their own: a browser in which the owner signed in before
 */
export async function takeMail(
  kind: MailKind,
  email: string,
  { keys, limits }: Pick<Installation, 'keys' | 'limits'>,
  asker = '',
): Promise<Limited> {
  const key = `${kind}.${keys.code('address', `mail ${email.toLowerCase()}`).toString('base64url')}.${asker}`;
  const today = await limits.take('mails-a-day', key);
  return today.allowed ? limits.take('mails-an-hour', key) : today;
}
