/** In characters. */
export const maxPersonNameLength = 80;
export const maxMaintenanceMessageLength = 500;
export const maxIdLength = 64;
