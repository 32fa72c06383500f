/** What a push notification brings to the service worker. */
export type PushPayload = {
  title: string;
  body: string;
  /** What the finder wrote, if the person chose to see it, and a warning of it. */
  quote?: string;
  /** Where a tap leads, through sign-in. */
  path: string;
  /** BCP 47. */
  language: string;
  direction: 'ltr' | 'rtl';
  /** The same for all notifications about one conversation. */
  topic: string;
};
