export const defaultPageSize = 50;
export const maxPageSize = 200;
export const maxCursorLength = 1000;
/** Of what is searched for in a table of administration. */
export const maxTableSearch = 200;
