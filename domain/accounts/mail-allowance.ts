import type { Limited } from '../../server/limits/limits.ts';
import type { Services } from '../../server/services.ts';

/** Mails that strangers can cause. Security notices are not limited. */
export type MailKind = 'sign-up' | 'confirm' | 'reset' | 'change' | 'move-here' | 'replies' | 'contact' | 'test';

/** Takes one of the address's mails. Unknown addresses count too. @param asker a known browser, with its own allowance */
export async function takeMail(
  kind: MailKind,
  email: string,
  { keys, limits }: Pick<Services, 'keys' | 'limits'>,
  asker = '',
): Promise<Limited> {
  const key = `${kind}.${keys.code('address', `mail ${email.toLowerCase()}`).toString('base64url')}.${asker}`;
  // The hour comes first, so that a refusal does not use up the day.
  const now = await limits.take('mails-an-hour', key);
  return now.allowed ? limits.take('mails-a-day', key) : now;
}
