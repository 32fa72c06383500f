import { storageOf } from './storage.ts';

const showAfterMs = 3_000;
const settledBy = ['install-dismissed', 'install-done'] as const;

/** Chromium's; other browsers install from their menus, which the banner names on an iPhone. */
type InstallPrompt = Event & { prompt(): Promise<unknown>; userChoice: Promise<{ outcome: 'accepted' | 'dismissed' }> };

/** Only on iPhones and iPads: whether it was opened from the Home Screen. */
type AppleNavigator = Navigator & { standalone?: boolean };

/** Shows the banner 3 seconds after the browser offers installation, once on each device (C-4.18, C-4.19). */
export function offerInstallation(root: Document): void {
  const storage = storageOf('localStorage');
  let offered: InstallPrompt | undefined;
  const { standalone, userAgent } = navigator as AppleNavigator;
  let settled =
    standalone || matchMedia('(display-mode: standalone)').matches || settledBy.some((name) => storage?.getItem(name));
  // A browser that an app shows inside itself calls itself no Safari, and cannot install.
  const isByHand = standalone === false && userAgent.includes('Safari');
  const show = () => {
    const shown = !settled && (isByHand ? 'by-hand' : offered && 'here');
    if (shown) root.documentElement.dataset.installable = shown;
    else delete root.documentElement.dataset.installable;
  };
  const settle = (by: (typeof settledBy)[number]) => {
    settled = true;
    show();
    storage?.setItem(by, new Date().toISOString());
  };
  const install = async (prompt: InstallPrompt) => {
    offered = undefined;
    show();
    await prompt.prompt();
    const { outcome } = await prompt.userChoice;
    if (outcome === 'dismissed') settle('install-dismissed');
  };

  addEventListener('beforeinstallprompt', (event) => {
    // Chromium's own bar stays away: ours says more, or was declined.
    event.preventDefault();
    offered = event as InstallPrompt;
    setTimeout(show, showAfterMs);
  });
  if (isByHand) setTimeout(show, showAfterMs);
  addEventListener('appinstalled', () => settle('install-done'));
  addEventListener('storage', ({ key }) => {
    if (!settledBy.some((name) => name === key)) return;
    settled = true;
    show();
  });
  root.addEventListener('click', ({ target }) => {
    const button = target instanceof Element ? target.closest<HTMLElement>('[data-install]') : null;
    if (button?.dataset.install === 'no') settle('install-dismissed');
    else if (button && offered) install(offered);
  });
}
