import type { ColumnType, Generated, JSONColumnType, Selectable } from 'kysely';
import type { Stamp } from './stamps.ts';

export type OrderTables = {
  /** Amounts are in the smallest unit of the currency. The columns up to `createdAt` are never changed, except the address, and the day until when is to be paid when a payment is taken back. */
  orders: {
    id: string;
    /** As people say it; from 1001. */
    number: Generated<number>;
    creationKey: string;
    secretVersion: Generated<number>;
    /** In small letters. An account with this confirmed address sees the order. */
    email: string;
    language: string;
    /** A keyed hash of the buyer's network; gone when the order is paid or packed, and at the end of the day. */
    networkKey: string | null;
    address: JSONColumnType<PostalAddress>;
    currency: string;
    itemsMinor: number;
    deliveryMinor: number;
    totalMinor: number;
    taxScheme: 'small-business' | 'destination';
    /** In hundredths of a percent. */
    taxRate: number;
    taxMinor: number;
    /** Whether it left where the shop charged tax then. */
    isExport: Generated<boolean>;
    /** Working days, at least and at most. */
    deliveryDays: JSONColumnType<[number, number]>;
    dueAt: ColumnType<Date, Date | string>;
    createdAt: Stamp;
    paidAt: Date | null;
    packedAt: Date | null;
    shippedAt: Date | null;
    deliveredAt: Date | null;
    withdrawnAt: Date | null;
    cancelledAt: Date | null;
    refundedAt: Date | null;
    reviewInvitedAt: Date | null;
    reviewMailsOffAt: Date | null;
  };
  orderLines: {
    orderId: string;
    position: number;
    productId: string;
    name: string;
    quantity: number;
    unitMinor: number;
    totalMinor: number;
    tagsEach: number;
    takesStock: boolean;
  };
  orderEvents: {
    id: Generated<string>;
    orderId: string;
    kind: OrderStep;
    actor: OrderActor;
    actorUid: string | null;
    createdAt: Stamp;
  };
  payments: {
    id: string;
    orderId: string;
    creationKey: string;
    /** `mistake`: takes back a transfer that was noted and was not for the order. */
    kind: 'payment' | 'refund' | 'mistake';
    amountMinor: number;
    currency: string;
    createdAt: Stamp;
    /** At the payment service: of the payment, or of the refund. null: a transfer. */
    providerId: string | null;
    refundOf: string | null;
    requestKey: string | null;
    takesBack: string | null;
    /** The administrator who noted it. */
    actorUid: string | null;
  };
  orderNotes: { id: string; orderId: string; text: string; actorUid: string | null; createdAt: Stamp };
  shipments: { orderId: string; carrier: string; tracking: string; createdAt: Stamp };
  invoices: {
    /** Without gaps, over both kinds. */
    number: number;
    orderId: string;
    kind: 'invoice' | 'credit-note';
    content: JSONColumnType<InvoiceContent>;
    createdAt: Stamp;
  };
  invoiceFiles: {
    number: number;
    id: string;
    bytes: number;
    sha256: string;
    createdAt: Stamp;
  };
  checkoutSessions: {
    id: string;
    orderId: string;
    /** From 1, of each order. */
    attempt: number;
    amountMinor: number;
    currency: string;
    createdAt: Stamp;
    /** When the payment service is asked about it, unless it tells us before. */
    nextAskAt: Stamp;
    returnedAt: Date | null;
    processingAt: Date | null;
    closedAt: Date | null;
  };
  paymentEvents: { id: string; kind: string; createdAt: Stamp };
  paymentProblems: {
    id: string;
    orderId: string;
    reason: ProblemReason;
    amountMinor: number;
    currency: string;
    providerId: string;
    createdAt: Stamp;
    settledAt: Date | null;
  };
  invoiceCounter: { name: string; last: number };
};

/** A field is empty when the country does not have it, or the buyer left it out. */
export type PostalAddress = {
  /** ISO 3166-1, two letters. */
  country: string;
  name: string;
  company: string;
  line1: string;
  line2: string;
  district: string;
  city: string;
  /** The code of a state that the country has a list of, else as it was typed. */
  state: string;
  zip: string;
};

export type OrderStep =
  | 'placed'
  | 'partPaid'
  | 'paid'
  | 'overpaid'
  | 'takenBack'
  | 'toLookAt'
  | 'packed'
  | 'shipped'
  | 'delivered'
  | 'withdrawn'
  | 'cancelled'
  | 'partRefunded'
  | 'refunded'
  | 'refundFailed'
  | 'readdressed'
  | 'mailFailed';

/** `clock`: a job of the schedule. `payments`: the payment service, because it told us or we asked it. */
export type OrderActor = 'buyer' | 'administrator' | 'clock' | 'payments';

export type InvoiceContent = {
  language: string;
  orderNumber: number;
  orderedAt: string;
  seller: { name: string; address: string; email: string; taxNumber: string };
  buyer: string[];
  currency: string;
  /** Of a credit note negative. `netMinor`: without tax; missing where there is none, and on those issued before it was written down. */
  lines: { name: string; quantity: number; unitMinor: number; totalMinor: number; netMinor?: number }[];
  deliveryMinor: number;
  deliveryNetMinor?: number;
  totalMinor: number;
  /** The time; missing on a credit note, and on invoices issued before it was written down. */
  paidOn?: string;
  taxScheme: 'small-business' | 'destination';
  taxRate: number;
  taxMinor: number;
  isExport?: boolean;
  corrects: number | null;
};

export type PaymentRow = Selectable<OrderTables['payments']>;

export type ProblemReason =
  | 'wrongAmount'
  | 'otherCurrency'
  | 'alreadyPaid'
  | 'orderOver'
  | 'refundFailed'
  | 'disputed'
  | 'overpaid';
