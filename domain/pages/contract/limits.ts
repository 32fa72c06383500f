/** In characters. What search engines show of a title and a description ends about there. */
export const maxDocumentTitleLength = 70;
export const maxDescriptionLength = 170;
export const maxPageTitleLength = 120;
export const maxLeadLength = 500;
export const maxPageTextLength = 20_000;
/** Of each page and language; older ones are deleted. */
export const keptVersions = 30;
