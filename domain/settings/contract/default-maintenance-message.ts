/** Stands until an administrator writes another; it is shown in the reader's language. */
export const defaultMaintenanceMessage = 'We are working on the site. Please come back in a little while.';
