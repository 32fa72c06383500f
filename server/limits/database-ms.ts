/** The database's clock as the limits count it, in SQL: milliseconds since 1970. */
export const databaseMs = '(extract(epoch from now()) * 1000)::bigint';
