import type { PushPayload } from '../../domain/notifications/contract/settings.ts';

/** What is shown: the parts of a notification that workers have, and pages have not. */
type Shown = Event & { notification: Notification; waitUntil(work: Promise<unknown>): void };
type Pushed = Event & { data: { json(): unknown } | null; waitUntil(work: Promise<unknown>): void };
type OpenPage = { url: string; focus(): Promise<unknown> };

declare const self: {
  addEventListener(type: 'push', listener: (event: Pushed) => void): void;
  addEventListener(type: 'notificationclick', listener: (event: Shown) => void): void;
  clients: {
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<OpenPage[]>;
    openWindow(url: string): Promise<unknown>;
  };
  registration: ServiceWorkerRegistration;
};

// Only notifies: the finder's pages come from the network, as without it.
self.addEventListener('push', (event) => {
  if (!event.data) return;
  const { title, body, path, language: lang, direction: dir, topic: tag } = event.data.json() as PushPayload;
  const options = { body, lang, dir, tag, data: path, icon: '/icons/tag-192.png', renotify: true };
  event.waitUntil(self.registration.showNotification(title, options));
});

self.addEventListener('notificationclick', (event) => {
  event.notification.close();
  event.waitUntil(openConversation(event.notification.data as string));
});

async function openConversation(path: string): Promise<void> {
  const pages = await self.clients.matchAll({ type: 'window', includeUncontrolled: true });
  const page = pages.find(({ url }) => new URL(url).pathname === path);
  if (page) await page.focus();
  else await self.clients.openWindow(path);
}
