import { handoverPath, invitationPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Installation } from '../../server/installation.ts';
import { readBrand } from '../settings/brand.ts';
import { refusesInvitations } from '../sharing/refused-addresses.ts';
import { wordsForMail } from './mail-language.ts';
import { sendMail } from './send-mail.ts';

type Invitation = { purpose: keyof typeof kinds; email: string; token: string; language: string; days: number };

/** To share an item, and to take one over. */
const kinds = {
  invitation: { words: 'mailInvitation', path: invitationPath },
  handover: { words: 'mailHandover', path: handoverPath },
} as const;

/**
 * Mails an invitation, unless the address wants none: in words of ours alone, because anybody may have typed the address. It belongs to no
 * account, so no export tells of it.
 */
export async function mailInvitation(
  trx: Executor,
  publish: Publish,
  { purpose, email, token, language, days }: Invitation,
  installation: Pick<Installation, 'brand' | 'keys' | 'publicUrl' | 'settings'>,
): Promise<void> {
  if (await refusesInvitations(trx, email, installation.keys)) return;
  const { productName: product } = await readBrand(trx, installation);
  const { publicUrl: site } = installation;
  const { words, path } = kinds[purpose];
  const t = wordsForMail(language, installation);
  const mail = {
    subject: t(`${words}.subject`, { product }),
    paragraphs: [t(`${words}.text`, { product, days })],
    action: { label: t(`${words}.action`), url: site + path(token) },
    footnote: t(`${words}.footnote`, { site }),
  };
  await sendMail(trx, { purpose, uid: null, email }, mail, t, installation);
  publish({ kind: 'mail' });
}
