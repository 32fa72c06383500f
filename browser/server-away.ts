/** Every answer of our server carries this header: it tells our own from those of a proxy. */
export const answeredByHeader = 'Answered-By';

/** Says which scheme a document of the app was told to show. */
export const schemeHeader = 'Color-Scheme';

/** Whether a proxy says that the server is away. It counts as no network. */
export function isServerAway({ status, headers }: Pick<Response, 'status' | 'headers'>): boolean {
  return status >= 500 && !headers.has(answeredByHeader);
}

/** An answer that something else gives in our place, such as a network's page to sign in there: whatever was sent did not arrive. */
export function isOfAnother({ headers }: Pick<Response, 'headers'>): boolean {
  return !headers.has(answeredByHeader);
}
