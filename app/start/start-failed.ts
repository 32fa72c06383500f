/** The event by which the app's script tells watch-start.ts that it cannot go on. */
export const startFailed = 'handback-start-failed';
