import type { CurrentUser } from '../domain/accounts/contract/schema.ts';
import { takeMail } from '../domain/accounts/mail-allowance.ts';
import { readItem } from '../domain/items/items.ts';
import { startAnswerClock } from '../server/http/answer-time.ts';
import type { Installation } from '../server/installation.ts';
import { Refusal } from './define.ts';
import { noSuchItem } from './items.ts';
import { tooManyMails, tooManyRequests } from './over-limit.ts';

/** Invites an address to one of the user’s items, within the limits of whoever invites and of the address. Neither answer nor time tells of an account. */
export async function mailInvited(
  { user, id, email }: { user: CurrentUser; id: string; email: string },
  installation: Installation,
  invite: () => Promise<Record<string, never> | Refusal>,
): Promise<Record<string, never> | Refusal> {
  if (email === user.email.toLowerCase()) return ownAddress();
  if (!(await readItem(user, id, installation))) return noSuchItem();
  const taken = await installation.limits.take('invitations-a-day', user.uid);
  if (!taken.allowed) return tooManyRequests(taken);
  const mail = await takeMail('invitation', email, installation);
  if (!mail.allowed) return tooManyMails(mail);
  const answerTime = startAnswerClock();
  const answer = await invite();
  await answerTime();
  return answer;
}

function ownAddress(): Refusal {
  const message = { key: 'refused.ownAddress' } as const;
  return new Refusal('invalid-argument', message, { fields: { email: message }, reason: 'own-address' });
}
