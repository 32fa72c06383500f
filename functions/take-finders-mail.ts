import { type MailKind, takeMail } from '../domain/accounts/mail-allowance.ts';
import type { Services } from '../server/services.ts';
import type { Refusal } from './define.ts';
import { tooManyMails, tooManyRequests } from './over-limit.ts';

/** Takes one of the mails that a finder may cause, counted by conversation, network and address. @returns why not */
export async function takeFindersMail(
  { conversation, networkKey }: { conversation: { id: string }; networkKey: string },
  { kind, email }: { kind: MailKind; email: string },
  services: Services,
): Promise<Refusal | undefined> {
  for (const [name, key] of [
    ['link-mails-day', conversation.id],
    ['link-mails-network', networkKey],
  ] as const) {
    const taken = await services.limits.take(name, key);
    if (!taken.allowed) return tooManyRequests(taken);
  }
  const mail = await takeMail(kind, email, services);
  return mail.allowed ? undefined : tooManyMails(mail);
}
