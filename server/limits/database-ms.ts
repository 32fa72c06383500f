export const databaseMs = '(extract(epoch from now()) * 1000)::bigint';
