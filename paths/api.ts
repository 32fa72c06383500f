/** What programs ask for, and no person opens. */

/** The callable protocol's region (C-7.09). */
export const region = 'us-central1';

export const functionPath = (name: string) => `/functions/${region}/${name}`;

/** What can be asked of the authentication service, always by POST. */
export type AuthCall =
  | 'token'
  | 'activity'
  | 'sign-up/email'
  | 'sign-in/email'
  | 'sign-out'
  | 'send-verification-email'
  | 'link'
  | 'verify-email'
  | 'request-password-reset'
  | 'reset-password'
  | 'change-email';

export const authPath = (call: AuthCall) => `/auth/${call}`;

/** The event stream of whoever is signed in or holds a conversation; the other one tells only what everybody may know. */
export const livePath = () => '/live';
export const liveForEverybodyPath = () => '/live/everybody';
