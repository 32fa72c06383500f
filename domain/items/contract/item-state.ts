type State<Time> = { lostAt: Time | null; returnedAt: Time | null };

export function isLost({ lostAt, returnedAt }: State<unknown>): boolean {
  return lostAt !== null && returnedAt === null;
}

export function lost<Time>(at: Time): State<Time> {
  return { lostAt: at, returnedAt: null };
}

/** A returned item keeps its `lostAt`. */
export function returned<Time>(at: Time): Pick<State<Time>, 'returnedAt'> {
  return { returnedAt: at };
}
