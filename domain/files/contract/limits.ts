/** The kinds that are read; without HEIC among them, an iPhone sends JPEG. */
export const pictureTypes = 'image/jpeg,image/png,image/webp,image/gif,image/avif';
export const maxFileBytes = 10_000_000;
export const maxFileMegabytes = maxFileBytes / 1_000_000;
export const maxMegapixels = 24;
/** Of one account, pictures and receipts together. */
export const maxFiles = 2_000;
export const maxReceipts = 10;
export const maxFileNameLength = 80;
/** The longest side of a stored picture, in pixels. */
export const pictureSide = 1_600;
export const smallPictureSide = 320;
/** Of the shorter side, in pixels: less shows nothing. */
export const leastPictureSide = 16;
/** Of the logo, at most, in pixels; a larger one is made smaller. */
export const logoSize = { width: 480, height: 120 };
