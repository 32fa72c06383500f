import type { Installation } from '../../server/installation.ts';
import type { Limited } from '../../server/limits/limits.ts';

/** Mails that a stranger can cause, each kind counted by itself. Security notices are not among them: they are always sent. */
export type MailKind = 'sign-up' | 'confirm' | 'reset' | 'change' | 'move-here';

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
  // The hour first: what it refuses does not use up the day.
  const now = await limits.take('mails-an-hour', key);
  return now.allowed ? limits.take('mails-a-day', key) : now;
}
