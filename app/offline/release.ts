/** What makes up a release of the app, as the build writes it to `/app-release.json`; all are addresses. */
export type Release = {
  /** Of the app's script: the release's name, because it changes with every file of the app. */
  entry: string;
  /** Of everything that the app may load, whatever its language. */
  files: string[];
  /** Of the words in each language. */
  texts: Record<string, string>;
};

/** What the worker keeps of a release lies in a cache of this name; a page holds a lock of the same name while it needs the files. */
export const cachePrefix = 'release ';

/** The release that this document belongs to, by the address of its script. */
export function readRelease(root: ParentNode): string {
  const script = root.querySelector<HTMLScriptElement>('script[type="module"]');
  return script ? new URL(script.src).pathname : '';
}
