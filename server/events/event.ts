export type Event =
  | { kind: 'unread'; uid: string }
  | { kind: 'conversation'; id: string; ownerId: string /** With whom the item is shared. */; members?: string[] }
  /** Something changed about an item that is shared with the user; `ended`: it no longer is. */
  | { kind: 'sharing'; uid: string; itemId: string; ended?: true }
  /** An item became the user's, or with `ended` somebody else's. */
  | { kind: 'handover'; uid: string; itemId: string; ended?: true }
  | { kind: 'tag'; code: string }
  /** Pages of the item's tags were opened. */
  | { kind: 'scan'; itemId: string; ownerId: string }
  | { kind: 'settings' }
  /** What is for sale, its price or its stock. */
  | { kind: 'products' }
  /** The words of a public page. */
  | { kind: 'pages' }
  /** `timedOut`: the session that ended for inactivity. */
  | { kind: 'session'; uid: string; timedOut?: string }
  | { kind: 'mail' }
  /** Something waits for administrators, or no longer. */
  | { kind: 'needs' }
  /** Never stored: unknown changes, so anything may have happened. */
  | { kind: 'resync' };
