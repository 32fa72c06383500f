/** Firebase lets an app choose the id of an account, as "auth0|7" or "ada@example.com". Others name documents with it, so it has no slash. */
export const uidForm = /^[\w!$()*+,.:;=@|~-]{1,128}$/;

/** Of what an account makes with a key of its own. No other account's is the same: keys and ids may both have a colon. */
export const creationKeyOf = ({ uid }: { uid: string }, key: string) => `${encodeURIComponent(uid)}:${key}`;
