import { sql } from 'kysely';
import type { Translations } from '../../language/create-translations.ts';
import { adminOrdersPath, adminShopPath } from '../../paths/paths.ts';
import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { mail } from '../mails/mail.ts';
import { isolated, translationsForAddress, withoutLinks } from '../mails/mail-language.ts';
import { toAdministrators } from '../mails/recipients.ts';
import { inGroups } from '../texts/contract/typed-codes.ts';
import { formatMoney } from './contract/money.ts';
import { readCurrentSettings } from './current-settings.ts';
import { paidOf } from './order-sums.ts';
import type { OrderRow } from './orders.ts';

type ShopNews = 'placed' | 'withdrawn' | 'problem';
type About = { order: OrderRow };
type Bank = { holder: string; iban: string; bic: string };

/** Of new orders within a day, which strangers can cause, so many are mailed one by one, and then each time that there are so many more. */
const bundle = 20;

/** Tells the shop, at its own address or else at `ADMIN_EMAIL`, what it must look after. */
export const mailShop = (news: ShopNews) =>
  mail('shop', toShop(news), async ({ says, t, trx }, { order }: About) => {
    const number = String(order.number);
    const total = formatMoney({ minor: order.totalMinor, currency: order.currency }, t.language);
    const cost = { total, free: order.totalMinor === 0 ? 'yes' : 'no' };
    const owed = (await paidOf(order.id, trx)) > 0 ? 'yes' : 'no';
    const name = isolated(withoutLinks(order.address.name), t);
    const count = news === 'placed' && (await placedWithinADay(trx)) > bundle ? bundle : 1;
    const facts = { number, ...cost, owed, name, count };
    return says('mailShop', {
      subject: t(`mailShop.${news}Subject`, facts),
      paragraphs: [t(`mailShop.${news}`, facts)],
      link: adminOrdersPath(order.id),
      label: t('mailShop.open'),
    });
  });

const toShop = (news: ShopNews) => async (trx: Executor, _: About, services: Services) => {
  const today = news === 'placed' ? await placedWithinADay(trx) : 1;
  if (today > bundle && today % bundle !== 0) return undefined;
  const { seller } = await readCurrentSettings(trx);
  const email = seller.email || services.adminEmail;
  if (email) return { uid: null, email, t: await translationsForAddress(trx, email, services) };
  services.log.warn('nobody is mailed of orders: the shop has no address');
  return undefined;
};

async function placedWithinADay(trx: Executor): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from orders where created_at > now() - interval '1 day'`.execute(trx);
  return rows[0]?.count ?? 0;
}

export const shopMails = {
  /** Buyers pay to another bank account. Without limits: it takes a fresh second factor. */
  bankChanged: mail(
    'bank-changed',
    toAdministrators,
    async (letter, about: { by: { uid: string }; before: Bank; after: Bank }) => {
      const { says, t, trx } = letter;
      const { by, before, after } = about;
      const who = await trx
        .selectFrom('authUsers')
        .select(['name', 'email'])
        .where('id', '=', by.uid)
        .executeTakeFirst();
      const name = who ? isolated(`${who.name} (${who.email})`, t) : by.uid;
      const time = t.date(new Date(), { dateStyle: 'long', timeStyle: 'long', timeZone: 'UTC' });
      return says('mailBank', {
        paragraphs: [
          t('mailBank.text', { name, time }),
          `${t('mailBank.before')}\n${inLines(before, t)}`,
          `${t('mailBank.after')}\n${inLines(after, t)}`,
          t('mailBank.wrong'),
        ],
        link: adminShopPath(),
      });
    },
  ),
};

function inLines({ holder, iban, bic }: Bank, t: Translations): string {
  const lines = [isolated(withoutLinks(holder), t), inGroups(iban), bic];
  return lines.filter(Boolean).join('\n') || t('mailBank.none');
}
