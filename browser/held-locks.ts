/** The names of the locks that pages of this site hold. Without https there are none, and browsers that keep nothing refuse to tell. */
export async function heldLocks(): Promise<(string | undefined)[]> {
  const locks: LockManager | undefined = navigator.locks;
  const { held = [] } = (await locks?.query().catch(() => undefined)) ?? {};
  return held.map(({ name }) => name);
}
