export type Event =
  | { kind: 'unread'; uid: string }
  | { kind: 'conversation'; id: string; ownerId: string /** With whom the item is shared. */; members?: string[] }
  /** Something changed about an item that is shared with the user; `ended`: it no longer is. */
  | { kind: 'sharing'; uid: string; itemId: string; ended?: true }
  /** An item became the user's, or with `ended` somebody else's. */
  | { kind: 'handover'; uid: string; itemId: string; ended?: true }
  | { kind: 'tag'; code: string }
  | { kind: 'tag-batch' }
  | { kind: 'scan'; itemId: string; ownerId: string }
  | { kind: 'settings' }
  | { kind: 'products' }
  | { kind: 'pages' }
  /** `timedOut`: the session that ended for inactivity. */
  | { kind: 'session'; uid: string; timedOut?: string }
  | { kind: 'mail' }
  | { kind: 'needs' }
  /** Never stored: unknown changes, so anything may have happened. */
  | { kind: 'resync' };
