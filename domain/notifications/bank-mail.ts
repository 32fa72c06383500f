import type { Words } from '../../language/words.ts';
import { adminShopPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Publish } from '../../server/events/events.ts';
import type { Installation } from '../../server/installation.ts';
import { readBrand } from '../settings/brand.ts';
import { isolated, withoutLinks, wordsForAddress } from './mail-language.ts';
import { sendMail } from './send-mail.ts';

type Bank = { holder: string; iban: string; bic: string };

/** Tells every administrator, and the operator (ADMIN_EMAIL), that buyers pay to another bank account. Without limits: it takes a fresh second factor. */
export async function mailBankChanged(
  trx: Executor,
  publish: Publish,
  { by, before, after }: { by: { uid: string }; before: Bank; after: Bank },
  installation: Pick<Installation, 'adminEmail' | 'brand' | 'publicUrl' | 'settings'>,
): Promise<void> {
  const { publicUrl } = installation;
  const { productName: product } = await readBrand(trx, installation);
  const who = await trx.selectFrom('authUsers').select(['name', 'email']).where('id', '=', by.uid).executeTakeFirst();
  const changedAt = new Date();
  for (const recipient of await administrators(trx, installation)) {
    const t = await wordsForAddress(trx, recipient.email, installation);
    const time = t.date(changedAt, { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
    const name = who ? isolated(`${who.name} (${who.email})`, t) : by.uid;
    const mail = {
      subject: t('mailBank.subject', { product }),
      paragraphs: [
        t('mailBank.text', { name, time }),
        `${t('mailBank.before')}\n${inLines(before, t)}`,
        `${t('mailBank.after')}\n${inLines(after, t)}`,
      ],
      action: { label: t('mailBank.action'), url: publicUrl + adminShopPath() },
      footnote: t('mailBank.footnote', { site: publicUrl }),
    };
    await sendMail(trx, { purpose: 'bank-changed', ...recipient }, mail, t, installation);
  }
  publish({ kind: 'mail' });
}

/** Those who can sign in, and the operator where they have no such account. */
async function administrators(trx: Executor, { adminEmail }: Pick<Installation, 'adminEmail'>) {
  const rows = await trx
    .selectFrom('users')
    .innerJoin('authUsers', 'authUsers.id', 'users.uid')
    .select(['users.uid', 'authUsers.email', 'authUsers.name'])
    .where('users.role', '=', 'admin')
    .where('users.disabledAt', 'is', null)
    .orderBy('users.uid')
    .execute();
  if (!adminEmail || rows.some(({ email }) => email === adminEmail)) return rows;
  return [...rows, { uid: null, email: adminEmail }];
}

function inLines({ holder, iban, bic }: Bank, t: Words): string {
  const lines = [isolated(withoutLinks(holder), t), iban.replaceAll(/.{4}(?=.)/g, '$& '), bic];
  return lines.filter(Boolean).join('\n') || t('mailBank.none');
}
