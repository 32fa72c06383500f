/** Every answer of our server that is not from its page cache carries this header: it tells our own failures from those of a proxy. */
export const answeredByHeader = 'Answered-By';

/** Something between this device and the server says that the server is away: that is no other than a network that is away. */
export function isServerAway({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status >= 500 && !headers.has(answeredByHeader);
}

/** A page that a network puts before ours, such as one to sign in there: whatever was sent did not arrive. */
export function isOfAnother({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status < 300 && !headers.has(answeredByHeader);
}
