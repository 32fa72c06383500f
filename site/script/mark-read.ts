let told: string | undefined;

export function watchReading(thread: HTMLElement): void {
  markRead(thread);
  document.addEventListener('visibilitychange', () => markRead(thread));
}

/** A page in the background, or one that a program looked at, has not been read. */
export async function markRead(thread: HTMLElement): Promise<void> {
  const upTo = [...thread.querySelectorAll<HTMLElement>('[data-unseen]')].at(-1)?.dataset.unseen;
  if (!upTo || upTo === told || document.visibilityState !== 'visible') return;
  told = upTo;
  const body = new URLSearchParams({ upTo });
  // The functions of paths/ are larger than this script.
  const answer = await fetch(`${location.pathname}/read`, { method: 'POST', body, keepalive: true }).catch(
    () => undefined,
  );
  if (!answer?.ok) told = undefined;
}
