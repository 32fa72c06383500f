import { storageOf } from './storage.ts';

/** C-9.03. */
const showAfterMs = 3_000;
const settledBy = ['install-dismissed', 'install-done'] as const;

/** Chromium's; other browsers install from their menus. */
type InstallPrompt = Event & { prompt(): Promise<unknown>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** Shows the banner 3 seconds after the browser offers installation, once on each device (C-4.18, C-4.19). */
export function offerInstallation(root: Document): void {
  const storage = storageOf('localStorage');
  let offered: InstallPrompt | undefined;
  let settled = isInstalledApp() || settledBy.some((name) => storage?.getItem(name));
  const show = (shown: boolean) => root.documentElement.toggleAttribute('data-installable', shown);
  const settle = (by: (typeof settledBy)[number]) => {
    settled = true;
    show(false);
    storage?.setItem(by, new Date().toISOString());
  };
  const install = async (prompt: InstallPrompt) => {
    offered = undefined;
    show(false);
    await prompt.prompt();
    const { outcome } = await prompt.userChoice;
    if (outcome === 'dismissed') settle('install-dismissed');
  };

  addEventListener('beforeinstallprompt', (event) => {
    // Chromium's own bar stays away: ours says more, or was declined.
    event.preventDefault();
    offered = event as InstallPrompt;
    setTimeout(() => show(!settled), showAfterMs);
  });
  addEventListener('appinstalled', () => settle('install-done'));
  addEventListener('storage', ({ key }) => {
    if (!settledBy.some((name) => name === key)) return;
    settled = true;
    show(false);
  });
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-install]') : null;
    if (button?.dataset.install === 'no') settle('install-dismissed');
    else if (button && offered) install(offered);
  });
}

function isInstalledApp(): boolean {
  return (
    matchMedia('(display-mode: standalone)').matches || ('standalone' in navigator && navigator.standalone === true)
  );
}
