/** Firebase lets an app choose the id of an account, as "auth0|7" or "ada@example.com". Others name documents with it, so it has no slash. */
export const uidForm = /^[\w!$()*+,.:;=@|~-]{1,128}$/;

/** The key under which an account makes something once. No two accounts share one, although keys and ids may have colons. */
export const creationKeyOf = ({ uid }: { uid: string }, key: string) => `${encodeURIComponent(uid)}:${key}`;
