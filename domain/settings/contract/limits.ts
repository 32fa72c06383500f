/** In characters. */
export const longestPersonName = 80;
export const longestMaintenanceMessage = 500;
export const longestId = 64;
