/** An item's state, in times of any form: of the database, of an answer, of this device. */
type State<Time> = { lostAt: Time | null; returnedAt: Time | null };

export function isLost({ lostAt, returnedAt }: State<unknown>): boolean {
  return lostAt !== null && returnedAt === null;
}

/** What changes when an item is marked lost. */
export function lost<Time>(at: Time): State<Time> {
  return { lostAt: at, returnedAt: null };
}

/** What changes when a lost item is back: since when it was lost stays known. */
export function returned<Time>(at: Time): Pick<State<Time>, 'returnedAt'> {
  return { returnedAt: at };
}
