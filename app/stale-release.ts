const reloadedAt = 'reloaded-for-release';
const guardMs = 60_000;

/** A page of an older release asks for files that are gone: it is loaded anew, once, and never in a circle. */
export function reloadWhenStale(): void {
  addEventListener('vite:preloadError', (event) => {
    if (Date.now() - Number(sessionStorage.getItem(reloadedAt)) < guardMs) return;
    sessionStorage.setItem(reloadedAt, String(Date.now()));
    event.preventDefault();
    location.reload();
  });
}
