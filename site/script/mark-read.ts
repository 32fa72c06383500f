let told: string | undefined;

/** Says up to which message the thread was read, now and whenever somebody can see the page. */
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
  // The thread's own path, and below it: the functions for paths would weigh more than all this.
  const answer = await fetch(`${location.pathname}/read`, { method: 'POST', body, keepalive: true }).catch(
    () => undefined,
  );
  // Told again by the next event, or when somebody comes back to the page.
  if (!answer?.ok) told = undefined;
}
