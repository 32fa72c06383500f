/** Something that happened, told to whoever shows it: ids only, never content. */
export type Event =
  | { kind: 'unread'; uid: string }
  | { kind: 'conversation'; id: string; ownerId: string }
  | { kind: 'tag'; code: string }
  | { kind: 'settings' }
  /** `timedOut`: the one session that ended, for want of activity. */
  | { kind: 'session'; uid: string; timedOut?: string }
  | { kind: 'mail' }
  /** Never written: what changed cannot be read any more, so anything may have happened. */
  | { kind: 'resync' };
