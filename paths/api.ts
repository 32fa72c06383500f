/** The callable protocol's region (C-7.09). */
export const region = 'us-central1';

export const functionPath = (name: string) => `/functions/${region}/${name}`;

/** @param name of a function that takes a file as its body; its data are in `?data=` */
export const uploadPath = (name: string) => `${functionPath(name)}?data={…}`;

/** Refusals and their HTTP statuses (C-8.05). */
export const refusalStatuses = {
  'invalid-argument': 400,
  unauthenticated: 401,
  'permission-denied': 403,
  'not-found': 404,
  aborted: 409,
  'resource-exhausted': 429,
  unavailable: 503,
} as const;

export type AuthCall =
  | 'token'
  | 'activity'
  | 'sign-up/email'
  | 'sign-in/email'
  | 'sign-in/passkey-options'
  | 'sign-in/passkey'
  | 'sign-out'
  | 'send-verification-email'
  | 'link'
  | 'verify-email'
  | 'request-password-reset'
  | 'reset-link'
  | 'reset-password'
  | 'change-email';

export const authPath = (call: AuthCall) => `/auth/${call}`;

/** The event stream of whoever is signed in or holds a conversation; the other one tells only what everybody may know. */
export const livePath = () => '/live';
export const liveForEverybodyPath = () => '/live/everybody';
