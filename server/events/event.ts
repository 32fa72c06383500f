export type Event =
  | { kind: 'unread'; uid: string }
  | { kind: 'conversation'; id: string; ownerId: string }
  | { kind: 'tag'; code: string }
  | { kind: 'settings' }
  /** `timedOut`: the session that ended for inactivity. */
  | { kind: 'session'; uid: string; timedOut?: string }
  | { kind: 'mail' }
  /** Never stored: unknown changes, so anything may have happened. */
  | { kind: 'resync' };
