/** Whether this browser could not read a script of ours (site/document/inline-script.ts). */
export const isTooOld = () => document.documentElement.dataset.tooOld !== undefined;

export function noteUnread(error: unknown): void {
  if (error instanceof SyntaxError) document.documentElement.dataset.tooOld = '';
}
