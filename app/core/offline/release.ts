/** Written by the build to `/app-release.json`; all are addresses. */
export type AppRelease = {
  /** The app's script, whose name changes with every file of the app. */
  entry: string;
  files: string[];
  /** By language; `lateTexts` are those of pages that are opened rarely. */
  texts: Record<string, string>;
  lateTexts: Record<string, string>;
};

/** Of a release's cache, and of the lock that a page holds while it needs it. */
export const cachePrefix = 'release ';

export function readRelease(root: ParentNode): string {
  const script = root.querySelector<HTMLScriptElement>('script[type="module"]');
  return script ? new URL(script.src).pathname : '';
}
