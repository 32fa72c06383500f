/** A page of a list holds so many when nobody asks for more or fewer. */
export const defaultPageSize = 50;
export const maxPageSize = 200;
export const maxCursorLength = 1000;
