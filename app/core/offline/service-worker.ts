import { isServerAway } from '../../../browser/server-away.ts';
import { within } from '../../../browser/time-limit.ts';
import type { PushPayload } from '../../../domain/notifications/contract/settings.ts';
import { livePath } from '../../../paths/api.ts';
import { isAppPath } from '../../../paths/app-pages.ts';
import { cacheRelease, fetchAsset, findShell } from './release.ts';

type Shown = Event & { notification: Notification; waitUntil(work: Promise<unknown>): void };
type Pushed = Lasting & { data: { json(): unknown } | null };
type OpenPage = { url: string; focus(): Promise<OpenPage>; navigate(url: string): Promise<unknown> };
type Lasting = Event & { waitUntil(work: Promise<unknown>): void };
type Installed = Lasting & {
  addRoutes?(route: { condition: Route | { or: Route[] }; source: 'network' }): Promise<void>;
};
type Route = { requestMethod: string } | { urlPattern: string };
type Asked = Lasting & { request: Request; respondWith(answer: Promise<Response>): void };

/** The types of workers and of pages exclude each other. */
declare const self: {
  addEventListener(type: 'install', listener: (event: Installed) => void): void;
  addEventListener(type: 'activate', listener: (event: Lasting) => void): void;
  addEventListener(type: 'fetch', listener: (event: Asked) => void): void;
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Shown) => void): void;
  clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
};

const documentTimeoutMs = 4_000;
const cacheTimeoutMs = 2_000;

const asset = /^\/(assets\/(?!site-|product-)|fonts\/)/;

// No skipWaiting: Chromium leaves a document hanging that is asked for while one worker takes over from another.
self.addEventListener('install', (event) => {
  event.waitUntil(cacheRelease());
  // Chromium asks the worker of every request otherwise, and it may sleep with the hidden tab whose process it shares.
  event.addRoutes?.({ condition: { or: [{ requestMethod: 'post' }, { urlPattern: livePath() }] }, source: 'network' });
});
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()));

/** What is not answered here goes to the network as if there were no worker: the site's pages above all. */
self.addEventListener('fetch', (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== 'GET' || origin !== location.origin) return;
  if (request.mode !== 'navigate') {
    if (asset.test(pathname)) event.respondWith(findAsset(request));
  } else if (isAppPath(pathname)) {
    const answer = openPage(request);
    event.respondWith(answer);
    event.waitUntil(answer.then(cacheRelease).catch(() => 'Another time, when there is a network.'));
  }
});

self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, quote, path, language, direction, topic } = event.data.json() as PushPayload;
  const options = {
    body: quote ? `${body}\n${quote}` : body,
    lang: language,
    dir: direction,
    tag: topic,
    data: path,
    icon: '/icons/tag-192.png',
    renotify: true,
  };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openPath(event.notification.data as string));
});

async function openPath(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => isAppPath(new URL(url).pathname));
  if (!page) await self.clients.openWindow(path);
  else if (new URL(page.url).pathname === path) await page.focus();
  else {
    // Only a page that this worker controls can be led on: one that was loaded anew past it cannot.
    const isLed = await page.navigate(path).then(
      () => true,
      () => false,
    );
    if (isLed) await page.focus();
    else await self.clients.openWindow(path);
  }
}

async function openPage(request: Request): Promise<Response> {
  const answer = fetch(request);
  try {
    return await within(documentTimeoutMs, answer.then(refuseOthers));
  } catch {
    return (await cached(findShell)) ?? answer;
  }
}

function refuseOthers(response: Response): Response {
  if (isServerAway(response)) throw new Error('The server is away.');
  return response;
}

async function findAsset(request: Request): Promise<Response> {
  return (await cached(() => caches.match(request))) ?? fetchAsset(request);
}

/** Nothing where the browser's cache is missing, broken or silent. */
async function cached(find: () => Promise<Response | undefined>): Promise<Response | undefined> {
  const finding = async () => find();
  return within(cacheTimeoutMs, finding()).catch(() => undefined);
}
