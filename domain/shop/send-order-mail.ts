import type { Words } from '../../language/words.ts';
import { orderPath } from '../../paths/paths.ts';
import type { PostalAddress } from '../../server/db/tables/orders.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Installation } from '../../server/installation.ts';
import { orderPurpose } from '../../server/mail/note-on-orders.ts';
import { withoutLinks, wordsForMail } from '../notifications/mail-language.ts';
import { sendMail } from '../notifications/send-mail.ts';
import { readBrand } from '../settings/brand.ts';
import { addressLines } from './addresses.ts';
import type { ShopSettings } from './contract/shop-settings.ts';
import { type OrderRow, orderSecret } from './order-secret.ts';

export type Mailed = Pick<Installation, 'brand' | 'keys' | 'publicUrl' | 'settings'>;

type Seller = ShopSettings['seller'];
type MailWords = { subject: string; paragraphs: string[]; enclosed?: string[] };

/** Mails the buyer of an order in the shop's name. */
export async function sendOrderMail(
  trx: Executor,
  order: OrderRow,
  { seller, ...words }: MailWords & { seller: Seller },
  installation: Mailed,
): Promise<void> {
  const t = wordsForMail(order.language, installation);
  const { publicUrl, keys } = installation;
  const mail = {
    ...words,
    action: { label: t('mailOrder.open'), url: publicUrl + orderPath(orderSecret(order, keys)) },
    footnote: t('mailOrder.footnote', { site: publicUrl }),
  };
  const { productName } = await readBrand(trx, installation);
  const from = { replyTo: seller.email || undefined, fromName: seller.name || productName };
  await sendMail(trx, { purpose: orderPurpose, uid: null, email: order.email, ...from }, mail, t, installation);
}

/** Where the order goes: what a stranger typed stands on its page alone until the address of the mail is confirmed. */
export function wordsOfAddress(
  address: PostalAddress,
  { isConfirmed, said, onPage }: { isConfirmed: boolean; said: string; onPage: string },
  t: Words,
): string {
  if (!isConfirmed) return onPage;
  return [said, ...addressLines(address, t.language).map(withoutLinks)].join('\n');
}
