/** In characters. A short note leaves the answers below it visible. */
export const maxItemNameLength = 80;
export const maxNoteLength = 300;
export const maxFactLength = 200;
export const maxShortFactLength = 60;
export const maxPlaceLength = 120;
export const maxReferenceLength = 60;
export const maxSearchLength = 100;
export const maxHashLength = 200;
/** Of one account. */
export const maxUnassignedTags = 500;
/** How long the deletion of an item can be undone. */
export const restorableDays = 30;
/** Of a code as somebody types it, with what separates its parts. */
export const maxTypedCodeLength = 100;
/** Of a CSV file of items. */
export const maxItemFileMegabytes = 1;
export const maxItemFileRows = 1_000;

export const maxTagsOfBatch = 100_000;

export const maxTagBatchName = 80;

export const maxTagBatchNote = 500;

/** Of a PDF of a batch, or of its pictures. */
export const tagsOfPart = 1_000;
