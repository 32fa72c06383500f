/** A page on which a buyer pays (of Stripe: a Checkout Session). Amounts in our smallest unit of the currency. */
export type CheckoutSession = {
  id: string;
  orderId: string | undefined;
  url: string | undefined;
  state: 'open' | 'complete' | 'expired';
  paid: boolean;
  amountMinor: number;
  currency: string;
  paymentId: string | undefined;
};

export type Refund = {
  id: string;
  paymentId: string;
  amountMinor: number;
  currency: string;
  failed: boolean;
  /** The key of the request that made it; none when it was made there, by hand. */
  requestKey: string | undefined;
  uid: string | undefined;
};

export type PaymentEvent = { id: string; kind: string } & (
  | { about: 'session'; session: CheckoutSession; failed: boolean }
  | { about: 'refunded' | 'disputed'; paymentId: string; orderId: string | undefined; amountMinor: number }
  | { about: 'refund'; refund: Refund }
  | { about: 'other' }
);

/** `away`: it is not known whether it was done; the same request may be sent again. `refused`: it was not. */
export type PaymentsFailure = { failure: 'away' | 'refused' };

type NewSession = {
  orderId: string;
  amountMinor: number;
  currency: string;
  name: string;
  email: string;
  /** BCP 47. */
  language: string;
  successUrl: string;
  cancelUrl: string;
  /** The same key makes one session. */
  key: string;
};

type NewRefund = {
  paymentId: string;
  amountMinor: number;
  currency: string;
  orderId: string;
  key: string;
  uid: string;
};

/** What the shop asks of whoever takes payments by card. Stripe fills it (stripe.ts). */
export type Payments = {
  checkoutUrl: string;
  canTake(amountMinor: number, currency: string): boolean;
  openSession(session: NewSession): Promise<CheckoutSession | PaymentsFailure>;
  readSession(id: string): Promise<CheckoutSession | PaymentsFailure>;
  closeSession(id: string): Promise<CheckoutSession | PaymentsFailure>;
  sessionOf(paymentId: string): Promise<CheckoutSession | undefined | PaymentsFailure>;
  refund(refund: NewRefund): Promise<Refund | PaymentsFailure>;
  refundsOf(paymentId: string): Promise<Refund[] | PaymentsFailure>;
  /** Undefined when the signature is not the provider's or older than 300 seconds, or what it signed cannot be read. */
  readEvent(body: string, signature: string): PaymentEvent | undefined;
};
