export const maxEndpointLength = 1_000;
export const maxTimeZoneLength = 60;

/** Devices that one account is notified on. */
export const mostDevices = 20;
