import { askPosition } from '../../browser/ask-position.ts';
import { storageOf } from '../../browser/storage.ts';
import { areaOf, exactly, type Position } from '../../domain/items/contract/position.ts';
import { addressOfPage, offerCopying, select } from './copying.ts';

/** Puts where the device is into the form: first the area, the exact place on a second yes. It shows what is sent. */
export function offerPosition(root: ParentNode): void {
  const part = root.querySelector<HTMLElement>('[data-position]');
  const status = part?.querySelector<HTMLElement>('[role=status]');
  const button = (name: string) => part?.querySelector<HTMLButtonElement>(`[data-${name}]`);
  const [ask, precision, leaveOut] = [button('ask'), button('precision'), button('leave-out')];
  if (!part || !status || !ask || !precision || !leaveOut || !navigator.geolocation) return;
  const [hint, giveExact] = [status.textContent, precision.textContent];
  let found: Position | undefined;
  let isExact = false;
  const show = () => {
    const sent = found && (isExact ? found : areaOf(found));
    const values = sent && { ...sent, isExact };
    for (const field of part.querySelectorAll<HTMLInputElement>('input')) {
      field.value = String(values?.[field.name as keyof typeof values] ?? '');
    }
    ask.hidden = found !== undefined;
    precision.hidden = leaveOut.hidden = !found;
    precision.textContent = (isExact ? precision.dataset.precision : giveExact) ?? '';
    const words = isExact ? status.dataset.exact : status.dataset.area;
    status.textContent = sent ? (words ?? '').replace('{position}', `${sent.latitude}, ${sent.longitude}`) : hint;
  };

  part.hidden = false;
  ask.onclick = async () => {
    ask.disabled = true;
    status.textContent = status.dataset.asking ?? '';
    found = await askPosition().then(exactly, () => undefined);
    ask.disabled = false;
    isExact = false;
    show();
    if (!found) status.textContent = status.dataset.failed ?? '';
    else precision.focus();
  };
  precision.onclick = () => {
    isExact = !isExact;
    show();
  };
  leaveOut.onclick = () => {
    found = undefined;
    isExact = false;
    show();
    ask.focus();
  };
}

const worker = '/finder-worker.js';
const scope = '/conversation/';

/** Offers to tell this phone of replies, where the browser can. It asks by its button alone. */
export async function offerPhoneNotifications(root: ParentNode): Promise<void> {
  const part = root.querySelector<HTMLElement>('[data-phone]');
  const [on, off] = part?.querySelectorAll('button') ?? [];
  const status = part?.querySelector('p');
  const isThere = 'serviceWorker' in navigator && 'PushManager' in window && 'Notification' in window;
  if (!part || !on || !off || !status || !isThere) return;
  const storage = storageOf('localStorage');
  const name = `phone-${part.dataset.phone}`;
  const show = (words = '') => {
    const endpoint = storage?.getItem(name);
    on.hidden = Boolean(endpoint);
    off.hidden = !endpoint;
    status.textContent = words || (endpoint ? (part.dataset.on ?? '') : '');
  };
  const doing = (work: () => Promise<void>) => async () => {
    on.disabled = off.disabled = true;
    const failure = await work().then(
      () => undefined,
      () => part.dataset.failed,
    );
    on.disabled = off.disabled = false;
    show(failure);
  };
  on.onclick = doing(async () => {
    const { endpoint, keys } = (await subscribe(part.dataset.pushKey ?? '')).toJSON();
    await post('', { endpoint, ...keys });
    storage?.setItem(name, endpoint ?? '');
  });
  off.onclick = doing(async () => {
    await post('/end', { endpoint: storage?.getItem(name) ?? '' });
    storage?.removeItem(name);
  });
  // It ended elsewhere: with the deleted words, at the push service, or in the settings of the browser.
  if (!(await isNotified(storage?.getItem(name), part.dataset.phones ?? ''))) storage?.removeItem(name);
  part.hidden = false;
  show();
}

async function isNotified(endpoint: string | null | undefined, phones: string): Promise<boolean> {
  if (!endpoint || Notification.permission !== 'granted') return false;
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(endpoint));
  const hex = Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'));
  return phones.split(' ').includes(hex.join(''));
}

/** One subscription serves all conversations of this browser. */
async function subscribe(applicationServerKey: string): Promise<PushSubscription> {
  if ((await Notification.requestPermission()) !== 'granted') throw new Error('not allowed');
  const registration = await navigator.serviceWorker.register(worker, { scope });
  await started(registration);
  const { pushManager } = registration;
  const options = { userVisibleOnly: true, applicationServerKey };
  return pushManager.subscribe(options).catch(async (error: Error) => {
    if (error.name !== 'InvalidStateError') throw error;
    // One that was made with a key of earlier is of no use to any conversation.
    await (await pushManager.getSubscription())?.unsubscribe();
    return pushManager.subscribe(options);
  });
}

async function started({ active, installing, waiting }: ServiceWorkerRegistration): Promise<void> {
  const starting = installing ?? waiting;
  if (active || !starting) return;
  await new Promise<void>((resolve, reject) => {
    starting.onstatechange = () => {
      if (starting.state === 'activated') resolve();
      if (starting.state === 'redundant') reject(new Error('no worker'));
    };
  });
}

async function post(step: string, fields: Record<string, string | undefined>): Promise<void> {
  const body = new URLSearchParams(fields as Record<string, string>);
  const answer = await fetch(`${location.pathname}/replies/phone${step}`, { method: 'POST', body });
  if (!answer.ok) throw new Error(String(answer.status));
}

export function offerSharing(root: ParentNode): void {
  const link = root.querySelector<HTMLElement>('[data-link]');
  if (link) link.hidden = false;
  // What has a text of its own is copied by product.ts.
  offerCopying(root.querySelectorAll('[data-copied]:not([data-copy])'), () => {
    link?.setAttribute('open', '');
    select(link?.querySelector('a'));
  });
  const share = root.querySelector<HTMLButtonElement>('[data-share]');
  if (share && navigator.share) {
    share.hidden = false;
    // Closing the dialog rejects.
    share.onclick = () => navigator.share({ url: addressOfPage() }).catch(() => undefined);
  }
}
