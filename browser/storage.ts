/** What the browser keeps for this site, or undefined where the person forbids it. */
export function storageOf(kind: 'localStorage' | 'sessionStorage'): Storage | undefined {
  try {
    return globalThis.window?.[kind];
  } catch {
    return undefined;
  }
}
