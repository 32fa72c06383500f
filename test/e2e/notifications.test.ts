import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { newSubscription } from '../push-service.ts';
import { expectAccessible, expectGoodPage } from './accessible.ts';
import { openWindow, phone, startWholeBrowser, withWorker } from './browser.ts';
import { haveIt, ownerOfTag, ownerWithTag, signedUp, typeSignIn } from './people.ts';
import { sharedProduct } from './shared-product.ts';

const patiently = { timeout: 20_000 };

startWholeBrowser();

test('on a phone: quiet hours, and this device, which is asked for by its button alone and removed again', async () => {
  const { page: owner } = await signedUp({ ...withWorker, viewport: phone, timezoneId: 'Asia/Kolkata' });
  await fakePushService(owner);
  await owner.goto('/profile/notifications');
  await owner.getByLabel('Tell me nothing at these hours').check();
  await owner.getByText('Time zone: Asia/').waitFor();
  await owner.getByLabel('Until').fill('06:30');
  await expectAccessible(owner);
  await owner.locator('form', { hasText: 'Quiet hours' }).getByRole('button', { name: 'Save' }).click();
  await owner.getByText('Saved.').waitFor();
  await owner.reload();
  await expect.poll(() => owner.getByLabel('Until').inputValue(), patiently).toBe('06:30');
  expect(await askedForPermission(owner), 'on loading the page').toBe(0);

  await owner.getByRole('button', { name: 'Notify me on this device' }).click();
  const remove = owner.getByRole('button', { name: 'Remove An unknown device' });
  await owner.getByRole('listitem').filter({ has: remove, hasText: 'This device' }).waitFor();
  expect(await askedForPermission(owner)).toBe(1);
  await expectAccessible(owner);
  await remove.click();
  await owner.getByRole('button', { name: 'Notify me on this device' }).waitFor();
});

test('a notification that is pushed shows what it says, in its language, and a later one about the same conversation takes its place; the event of a tap closes it and leads the open page into the conversation, through sign-in', async () => {
  const product = await sharedProduct();
  const window = await openWindow(product.url, { ...withWorker, permissions: ['notifications'] });
  const { owner, person, email, hash } = await ownerWithTag(product, window);
  await product.visitor().call('reportFound', { hash, key: crypto.randomUUID(), text: 'I have it' });
  const [{ id = '' } = {}] = (await person.call('listConversations', {})).conversations;
  const thread = `/inbox/${id}`;
  await owner.goto('/items');
  // A page that was asked for before the worker was ready is never led by it.
  await owner.evaluate(async () => void (await navigator.serviceWorker.ready));
  await owner.reload();
  const payload = { title: 'Handback', body: 'Somebody wrote', path: thread, language: 'en', topic: 'one' };
  await deliverPush(owner, product.url, JSON.stringify(payload));
  const shown = () =>
    owner.evaluate(async () => {
      const all = await (await navigator.serviceWorker.ready).getNotifications();
      return all.map(({ title, body, tag, lang, data }) => ({ title, body, tag, lang, data }));
    });
  const notification = { title: 'Handback', body: 'Somebody wrote', tag: 'one', lang: 'en', data: thread };
  expect(await shown()).toEqual([notification]);
  await deliverPush(owner, product.url, JSON.stringify({ ...payload, body: '2 new messages' }));
  expect(await shown(), 'one about each conversation').toEqual([{ ...notification, body: '2 new messages' }]);

  await owner.context().clearCookies();
  await tapNotification(owner);
  await owner.waitForURL(/\/signin/);
  await expect.poll(shown, patiently).toEqual([]);
  await typeSignIn(owner, email);
  await owner.waitForURL(`**${thread}`);
  await owner.getByRole('log').getByText('I have it').waitFor();
});

test('in Arabic, a finder answers, has this phone, which has a subscription of an earlier key of the installation, tell of replies by its button alone, sees the notification, and ends it; each page passes axe', async () => {
  const { product, path } = await ownerOfTag();
  const device = { ...withWorker, viewport: phone, locale: 'ar', permissions: ['notifications'] };
  const finder = await openWindow(product.url, device);
  await fakePushService(finder);
  await finder.addInitScript(() => {
    let isOfEarlier = true;
    const { subscribe } = PushManager.prototype;
    const unsubscribe = async () => {
      isOfEarlier = false;
      return true;
    };
    PushManager.prototype.getSubscription = async () => ({ unsubscribe }) as unknown as PushSubscription;
    PushManager.prototype.subscribe = async function (options) {
      if (isOfEarlier) throw new DOMException('There is one with another key.', 'InvalidStateError');
      return subscribe.call(this, options);
    };
  });
  await finder.goto(path);
  expect(await finder.locator('html').getAttribute('dir')).toBe('rtl');
  await expectGoodPage(finder);
  await finder.getByRole('button', { name: 'إنه معي' }).click();
  await finder.waitForURL('**/conversation/*');
  await expectGoodPage(finder);
  expect(await askedForPermission(finder), 'on loading the page').toBe(0);
  await finder.getByRole('button', { name: 'على هذا الهاتف' }).click();
  await finder.getByText('سيُعلمك هذا الهاتف عند وصول رد.').waitFor();
  expect(await askedForPermission(finder)).toBe(1);
  await expectGoodPage(finder);

  const conversation = new URL(finder.url()).pathname;
  const words = { title: 'Handback', body: 'وصلك رد', language: 'ar', direction: 'rtl' };
  const payload = { ...words, path: conversation, topic: 'one' };
  await deliverPush(finder, product.url, JSON.stringify(payload));
  const shown = () =>
    finder.evaluate(async () => {
      const worker = await navigator.serviceWorker.getRegistration('/conversation/');
      return (await worker?.getNotifications())?.map(({ body, lang, dir, data }) => ({ body, lang, dir, data }));
    });
  expect(await shown()).toEqual([{ body: 'وصلك رد', lang: 'ar', dir: 'rtl', data: conversation }]);

  await finder.reload();
  await finder.getByRole('button', { name: 'إيقاف ذلك هنا' }).click();
  await finder.getByRole('button', { name: 'على هذا الهاتف' }).waitFor();
});

test('a phone that tells of replies no more, because the finder deleted their words, does not say that it does', async () => {
  const { product, path } = await ownerOfTag();
  const finder = await openWindow(product.url, { ...withWorker, viewport: phone, permissions: ['notifications'] });
  await fakePushService(finder);
  await haveIt(finder, path);
  await finder.getByRole('button', { name: 'On this phone' }).click();
  await finder.getByText('This phone tells you when there is an answer.').waitFor();
  await finder.reload();
  await finder.getByText('This phone tells you when there is an answer.').waitFor();

  await finder.getByRole('link', { name: 'Delete what I wrote' }).click();
  await finder.getByRole('button', { name: 'Delete all' }).click();
  await finder.getByRole('heading', { name: 'What you wrote is deleted.' }).waitFor();
  await finder.getByRole('button', { name: 'On this phone' }).waitFor();
  expect(await finder.getByText('This phone tells you when there is an answer.').count()).toBe(0);
});

/** Chromium's own push service is elsewhere: the browser says yes, and has a subscription at once. */
async function fakePushService(page: Page): Promise<void> {
  const { endpoint, p256dh, auth } = newSubscription('https://fcm.googleapis.com');
  await page.addInitScript(
    (subscription) => {
      let asked = 0;
      Object.assign(window, { askedForPermission: () => asked });
      Notification.requestPermission = async () => {
        asked++;
        return 'granted';
      };
      PushManager.prototype.subscribe = async () => ({ toJSON: () => subscription }) as unknown as PushSubscription;
    },
    { endpoint, keys: { p256dh, auth } },
  );
}

function askedForPermission(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { askedForPermission(): number }).askedForPermission());
}

/** Chromium forgets a notification whose list is asked for while it is being shown: nobody asks before it is. */
async function deliverPush(page: Page, url: string, data: string): Promise<void> {
  const worker = page.context().serviceWorkers()[0] ?? (await page.context().waitForEvent('serviceworker'));
  await worker.evaluate(() => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const show = ServiceWorkerRegistration.prototype.showNotification.bind(registration);
    const shown = new Promise<void>((resolve, reject) => {
      registration.showNotification = (...notification) => show(...notification).then(resolve, reject);
    });
    Object.assign(globalThis, { shown });
  });
  const session = await page.context().newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    session.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [first] = registrations.filter(({ isDeleted }) => !isDeleted);
      if (first) resolve(first.registrationId);
    });
  });
  await session.send('ServiceWorker.enable');
  const registrationId = await registered;
  // The session stays: the worker may begin only after this is answered.
  await session.send('ServiceWorker.deliverPushMessage', { origin: url, registrationId, data });
  await worker.evaluate(() => (globalThis as unknown as { shown: Promise<void> }).shown);
}

/** No browser without a screen shows notifications to tap. An event of ours may lead pages on, and may not open or focus one. */
async function tapNotification(page: Page): Promise<void> {
  const [worker] = page.context().serviceWorkers();
  const complaint = await worker?.evaluate(async () => {
    const { registration } = globalThis as unknown as { registration: ServiceWorkerRegistration };
    const [notification] = await registration.getNotifications();
    let work: Promise<unknown> | undefined;
    const tap = Object.assign(new Event('notificationclick'), {
      notification,
      waitUntil: (given: Promise<unknown>) => {
        work = given;
      },
    });
    dispatchEvent(tap);
    return work?.then(
      () => 'focused',
      (error: Error) => error.message,
    );
  });
  expect(complaint).toMatch(/focus/);
}
