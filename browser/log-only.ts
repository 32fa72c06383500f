/** For what a person loses nothing by: it is written to the browser's console, and that is all (C-8.07). */
export function logOnly(what: string): (error: unknown) => void {
  // biome-ignore lint/suspicious/noConsole: the browser has no other log
  return (error) => console.info(`${what}:`, error);
}
