import { logOnly } from '../../browser/log-only.ts';
import { storageOf } from '../../browser/storage.ts';
import { within } from '../../browser/time-limit.ts';

/** Nobody waits longer to sign out. */
const longestWaitMs = 3_000;

/** Whether this browser can be notified: `denied` is its person's choice, in the settings of the browser. */
export function readPushState(): 'possible' | 'denied' | 'none' {
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!isThere) return 'none';
  return Notification.permission === 'denied' ? 'denied' : 'possible';
}

export async function subscribeHere(pushKey: string) {
  if ((await Notification.requestPermission()) !== 'granted') return 'not-allowed';
  const manager = await findManager();
  if (!manager) throw new Error('There is no service worker.');
  // One that was made with another key is of no use.
  await (await manager.getSubscription())?.unsubscribe();
  const subscription = await manager.subscribe({ userVisibleOnly: true, applicationServerKey: pushKey });
  const { endpoint, keys } = subscription.toJSON();
  return { endpoint: endpoint ?? '', p256dh: keys?.p256dh ?? '', auth: keys?.auth ?? '' };
}

/** Ends what was begun here. A browser without network goes on until its push service says that it ended. */
export async function endPushHere(): Promise<void> {
  rememberPushDevice(null);
  const end = async () => (await (await findManager())?.getSubscription())?.unsubscribe();
  await within(longestWaitMs, end()).catch(logOnly('There was no subscription to end'));
}

const deviceName = 'handback-push-device';

export function readPushDevice(): string | null {
  return storageOf('localStorage')?.getItem(deviceName) ?? null;
}

export function rememberPushDevice(id: string | null): void {
  const storage = storageOf('localStorage');
  if (id) storage?.setItem(deviceName, id);
  else storage?.removeItem(deviceName);
}

async function findManager(): Promise<PushManager | undefined> {
  return (await navigator.serviceWorker?.getRegistration())?.pushManager;
}
