import { z } from 'zod';
import type { PlainKey } from '../../../language/create-translations.ts';

const maxEndpointLength = 1_000;
const maxTimeZoneLength = 60;

const timeOfDay = z
  .string('refused.notATime' satisfies PlainKey)
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'refused.notATime' satisfies PlainKey);

/** On the clocks of an IANA time zone. `alsoLost`: they hold for items that are marked as lost, too. */
const quietHours = z.strictObject({
  from: timeOfDay,
  until: timeOfDay,
  timeZone: z
    .string('refused.notATimeZone' satisfies PlainKey)
    .min(1, 'refused.notATimeZone' satisfies PlainKey)
    .max(maxTimeZoneLength, 'refused.notATimeZone' satisfies PlainKey)
    .refine(isTimeZone, 'refused.notATimeZone' satisfies PlainKey)
    .meta({ examples: ['Europe/Berlin', 'America/New_York', 'UTC'] }),
  alsoLost: z.boolean(),
});

export const notificationChoices = z.strictObject(
  {
    messageMails: z.boolean('refused.mailChoiceMissing' satisfies PlainKey).optional(),
    quietHours: quietHours.nullable().optional(),
    pushQuotes: z.boolean().optional(),
  },
  'refused.mailChoiceMissing' satisfies PlainKey,
);

/** Times are ISO 8601. */
export const notificationSettings = z.strictObject({
  messageMails: z.boolean(),
  quietHours: quietHours.nullable(),
  pushQuotes: z.boolean(),
  /** When a mail to the user last failed or came back; null after one arrives. */
  mailFailedAt: z.string().nullable(),
  /** When the mail server last took a mail to the user, of the last 30 days. */
  mailDeliveredAt: z.string().nullable(),
  pushKey: z.string(),
});

export type NotificationChoices = z.infer<typeof notificationChoices>;
export type NotificationSettings = z.infer<typeof notificationSettings>;

const notASubscription = 'refused.notASubscription' satisfies PlainKey;

/** As a browser's PushSubscription has it; keys in base64url. */
export const pushSubscription = z.object({
  endpoint: z
    .string(notASubscription)
    .max(maxEndpointLength, notASubscription)
    .regex(/^[\x21-\x7e]+$/, notASubscription),
  p256dh: z.string(notASubscription).regex(/^[\w-]{87}=?$/, notASubscription),
  auth: z.string(notASubscription).regex(/^[\w-]{22}(==)?$/, notASubscription),
});

/** `device`: such as “Firefox on Android”. `deliveredAt`: when its push service last took a notification. */
export const pushDevice = z.strictObject({
  id: z.string(),
  device: z.string(),
  since: z.string(),
  deliveredAt: z.string().nullable(),
});

export type PushDevice = z.infer<typeof pushDevice>;

export const mostDevices = 20;

export function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }));
  } catch {
    return false;
  }
}

export type PushPayload = {
  title: string;
  body: string;
  /** What the finder wrote, if the person chose to see it, and a warning of it. */
  quote?: string;
  /** Where a tap leads, through sign-in. */
  path: string;
  language: string;
  direction: 'ltr' | 'rtl';
  /** The same for all notifications about one conversation. */
  topic: string;
};
