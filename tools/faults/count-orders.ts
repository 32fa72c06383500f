import type { ClientConfig } from 'pg';
import type { Mailbox } from '../../test/mailbox.ts';
import type { Buyers, Goods } from './buyers.ts';
import { type Counts, type MailPatience, untilSent } from './count.ts';
import { ask } from './external-postgres.ts';

export type OrderCounts = {
  orders: Counts;
  payments: Counts;
  /** In stock and in orders together, less what was there before them: 0 when each order took its own once. */
  stockOff: number;
};

/** Orders are told apart by the address of the buyer, each of whom has one. */
export async function countOrders(
  { ledger, paid }: Buyers,
  { id, stock }: Goods,
  database: ClientConfig,
  mailbox: Mailbox,
  patience: MailPatience,
): Promise<OrderCounts> {
  const leased = new Set(await untilSent(database, patience));
  const mails = await ask(database, `select message_id, to_address, subject from outgoing_mails where sent_at is null`);
  const rows = await ask(
    database,
    `select email, count(*)::int,
      coalesce(sum((select count(*) from payments where order_id = orders.id)), 0)::int,
      coalesce(sum((select count(*) from order_events where order_id = orders.id and kind = 'paid')), 0)::int,
      coalesce(sum((select count(*) from invoices where order_id = orders.id)), 0)::int,
      bool_and(paid_at is not null)
     from orders group by email`,
  );
  const [[left, ordered] = []] = await ask(
    database,
    `select stock, (select sum(quantity) from order_lines where product_id = '${id}')::int from products where id = '${id}'`,
  );
  const stored = new Map(rows.map(([email, orders]) => [String(email), Number(orders)]));
  const payments = new Map(
    rows.filter(([, , , , , isPaid]) => isPaid).map(([email, , ...times]) => [String(email), times.slice(0, 3)]),
  );
  const mailed = (begins: string, owed: number) => {
    const received = mailbox.received.filter(({ subject = '' }) => subject.includes(begins));
    const sent = new Set(received.map(({ messageId }) => messageId));
    const waiting = mails.filter(
      ([messageId, , subject]) => leased.has(String(messageId)) && `${subject}`.includes(begins),
    );
    return {
      mailsOwed: owed,
      mailsSent: sent.size,
      mailsRepeated: received.length - sent.size,
      mailsLeased: waiting.filter(([messageId]) => !sent.has(String(messageId))).length,
    };
  };
  return {
    orders: {
      acknowledged: ledger.acknowledged.size,
      stored: stored.size,
      lost: [...ledger.acknowledged].filter((email) => !stored.has(email)).length,
      doubled: [...stored.values()].filter((times) => times > 1).length,
      ...mailed('Your order', stored.size),
    },
    payments: {
      acknowledged: paid.size,
      stored: payments.size,
      lost: [...paid].filter((email) => !payments.has(email)).length,
      doubled: [...payments.values()].filter((times) => times.some((count) => count !== 1)).length,
      ...mailed('your payment arrived', payments.size),
    },
    stockOff: Number(left) + Number(ordered) - stock,
  };
}
