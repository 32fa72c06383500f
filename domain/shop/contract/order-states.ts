export const orderStates = ['placed', 'paid', 'packed', 'shipped', 'delivered', 'cancelled', 'refunded'] as const;
export type OrderState = (typeof orderStates)[number];

type Moments = Record<`${Exclude<OrderState, 'placed'>}At`, Date | null>;

export function stateOfOrder(order: Moments): OrderState {
  const reached = (['refunded', 'cancelled', 'delivered', 'shipped', 'packed', 'paid'] as const).find(
    (state) => order[`${state}At`],
  );
  return reached ?? 'placed';
}

/** The buyer has the goods, and withdrew from the contract. */
export function goesBack({ state, withdrawnAt }: { state: OrderState; withdrawnAt: unknown }): boolean {
  return withdrawnAt !== null && (state === 'shipped' || state === 'delivered');
}

type Shipment = { carrier: string; tracking: string };

export function wordsOfShipment({ carrier, tracking }: Shipment) {
  return { carrier, tracking, tracked: tracking ? 'yes' : 'no' };
}

/** What a table of orders can be limited to: a state, those whose buyers withdrew and wait for their money, those with a payment to look at, or those whose buyers get no mail. */
export const orderFilters = [...orderStates, 'withdrawn', 'payment-problem', 'mail-failed'] as const;
export type OrderFilter = (typeof orderFilters)[number];

/** Of which one call changes the state, or which stand in one packing list. */
export const maxOrdersAtOnce = 100;

export const maxOrderNote = 2_000;
export const maxTracking = 100;
