import type { Executor } from '../../server/db/tables.ts';
import type { Services } from '../../server/services.ts';
import { reviewMails } from '../reviews/review-mails.ts';
import { mailShop } from '../shop/mail-shop.ts';
import { buyerMails } from '../shop/order-mails.ts';
import { accountMails } from './account-mails.ts';
import { finderMails, ownerMails } from './conversation-mails.ts';
import type { Tell } from './mail.ts';
import { notifyFinder } from './notify-finder.ts';
import { notifyReaders } from './notify-readers.ts';
import { operatorMails } from './operator-mails.ts';

/** What happens, and who is told of it how. */
const happenings = {
  ...accountMails,
  ...ownerMails,
  ...finderMails,
  ...operatorMails,
  ...buyerMails,
  ...reviewMails,
  conversationClosed: both(ownerMails.conversationClosed, finderMails.conversationClosed),
  orderPlaced: both(buyerMails.orderPlaced, mailShop('placed')),
  orderWithdrawn: both(buyerMails.orderChanged, mailShop('withdrawn')),
  paymentProblem: mailShop('problem'),
  finderWrote: notifyReaders,
  ownerWrote: notifyFinder,
};

type About<What extends keyof typeof happenings> = Parameters<(typeof happenings)[What]>[1];

/** Tells whom it concerns, in the transaction of what happened. The caller publishes `mail`. */
export function tell<What extends keyof typeof happenings>(
  trx: Executor,
  what: What,
  about: About<What>,
  services: Services,
): Promise<void> {
  return (happenings[what] as Tell<About<What>>)(trx, about, services);
}

/** The same in a transaction of its own, where nothing else is stored. */
export function tellOnly<What extends keyof typeof happenings>(
  what: What,
  about: About<What>,
  services: Services,
): Promise<void> {
  return services.events.transaction((trx, publish) => {
    publish({ kind: 'mail' });
    return tell(trx, what, about, services);
  });
}

function both<First, Second>(first: Tell<First>, second: Tell<Second>): Tell<First & Second> {
  return async (trx, about, services) => {
    await first(trx, about, services);
    await second(trx, about, services);
  };
}
