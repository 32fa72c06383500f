export const defaultPageSize = 50;
export const maxPageSize = 200;
export const maxCursorLength = 1000;
export const maxTableSearch = 200;
