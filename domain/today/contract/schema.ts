import { z } from 'zod';
import type { CountName } from './periods.ts';

/** More are counted as “more than so many”. */
export const mostCounted = 100;

/** What an administrator looks after; in words in the catalogue, under `today`. */
const needNames = [
  'untaxed',
  'unpaid',
  'overdue',
  'to-pack',
  'to-send',
  'withdrawn',
  'payment-problems',
  'order-mails',
  'low-stock',
  'held-messages',
  'reports',
  'tag-reports',
  'contact-requests',
  'reviews',
  'failed-mails',
  'failed-webhook',
] as const;

export type NeedName = (typeof needNames)[number];

export const today = z.strictObject({
  secretReplaced: z.boolean(),
  noMailServer: z.boolean(),
  needs: z.array(
    z.strictObject({
      name: z.enum(needNames),
      count: z.int(),
      more: z.boolean(),
      oldest: z.string(),
      /** The page where it can be looked after, if there is one. */
      path: z.string().optional(),
    }),
  ),
});

export type Today = z.infer<typeof today>;
export type Need = Today['needs'][number];

const count = z.int();
const counts = z.strictObject({
  scans: count,
  conversations: count,
  returns: count,
  'sign-ups': count,
  orders: count,
} satisfies Record<CountName, z.ZodInt>);

/** What happened on each day of a period (UTC), today included; the oldest first. */
export const statistics = z.strictObject({
  days: z.array(z.strictObject({ /** Such as “2026-11-22”. */ day: z.string(), counts })),
  /** Of the returns in the period: half of the items were lost for so many hours or less. Null when none was. */
  medianHours: z.int().nullable(),
});

export type Statistics = z.infer<typeof statistics>;

/** In the smallest unit of the shop's currency, VAT included. */
export const turnover = z.strictObject({
  currency: z.string(),
  timeZone: z.string(),
  /** What was paid on each day of a period, less what was paid back on it; the oldest first. */
  days: z.array(z.strictObject({ day: z.string(), minor: z.int() })),
  /** How many were paid in the period and stand. */
  orders: z.int(),
  averageMinor: z.int().nullable(),
  /** Those of which most were sold in these orders. */
  products: z.array(z.strictObject({ name: z.string(), quantity: z.int(), minor: z.int() })),
});

export type Turnover = z.infer<typeof turnover>;
