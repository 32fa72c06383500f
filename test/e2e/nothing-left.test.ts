import type { Page } from 'playwright-core';
import { expect, test } from 'vitest';
import { signIn } from '../make.ts';
import { openWindow, takeClock } from './browser.ts';
import { ownerInConversation, readDevice } from './offline-device.ts';
import { signIn as signInHere } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import type { Product } from './started-product.ts';

type Owner = Awaited<ReturnType<typeof ownerInConversation>>;

async function openGreeted(page: Page, path: string): Promise<void> {
  const listens = page.waitForResponse('**/live');
  await page.goto(path);
  await page.getByRole('link', { name: 'Messages' }).waitFor({ state: 'attached' });
  await listens;
}

const isVisitor = (page: Page) => page.getByRole('link', { name: 'Sign In' }).waitFor({ state: 'attached' });

async function endElsewhere(product: Product, { email }: Owner): Promise<void> {
  const elsewhere = await signIn(product.visitor(), email);
  await elsewhere.call('signOutElsewhere', {});
}

async function readAgain({ owner, email }: Owner): Promise<void> {
  await signInHere(owner, email);
  await owner.getByRole('heading', { name: 'Blue backpack' }).waitFor();
  await expect.poll(() => readDevice(owner)).toContain('"queryKey":["items"]');
}

async function expectNothingLeft({ owner, email, inbox }: Owner): Promise<void> {
  await expect
    .poll(async () => {
      const left = await readDevice(owner);
      // As words of their own: names of files have any three letters in them.
      return ['at the lake', 'Blue backpack', email, 'Ada'].filter((words) => left.match(`\\b${words}\\b`));
    })
    .toEqual([]);
  await owner.context().setOffline(true);
  await owner.goto(inbox);
  await owner.getByText('Error connecting to service').waitFor();
  expect(await owner.getByText('at the lake').count()).toBe(0);
  await owner.context().setOffline(false);
}

test('C-1.08 C-4.10 a session that is ended elsewhere leaves nothing on the device: at once while pages of the site or the app are open, else by the next page that is no finder’s; half an hour without activity leaves nothing either, with network or without; a page that greets nobody although the session goes on leaves what was read where it is', async () => {
  const product = await sharedProduct();
  const device = await ownerInConversation(product);
  const { owner, inbox } = device;
  await openGreeted(owner, '/about');
  await endElsewhere(product, device);
  await owner.getByRole('link', { name: 'Messages' }).waitFor({ state: 'detached' });
  await expectNothingLeft(device);
  await readAgain(device);

  await owner.goto('/icon.svg');
  await endElsewhere(product, device);
  expect(await readDevice(owner)).toContain('Blue backpack');
  await owner.goto('/buy');
  await expectNothingLeft(device);
  await readAgain(device);

  const body = await (await product.visitor().get('/about')).text();
  await owner.route('**/about', (route) => route.fulfill({ contentType: 'text/html', body }));
  const asked = owner.waitForResponse('**/auth/token');
  await owner.goto('/about');
  await isVisitor(owner);
  expect((await asked).status()).toBe(200);
  await owner.goto('/icon.svg');
  expect(await readDevice(owner)).toContain('Blue backpack');
  await owner.unroute('**/about');

  await owner.goto(inbox);
  await owner.getByRole('log').getByText('It lies at the lake.').waitFor();
  const site = await owner.context().newPage();
  await site.goto('/about');
  await site.getByRole('link', { name: 'Messages' }).waitFor({ state: 'attached' });
  await endElsewhere(product, device);
  await isVisitor(site);
  await owner.waitForURL('**/signin?*');
  await site.close();
  await expectNothingLeft(device);
  await readAgain(device);

  await takeClock(owner);
  for (const offline of [true, false]) {
    await owner.goto('/about');
    await owner.waitForFunction(async () => {
      const { held = [] } = await navigator.locks.query();
      return held.some(({ name }) => name === 'handback-idle-clock');
    });
    await owner.context().setOffline(offline);
    await owner.clock.fastForward(31 * 60_000);
    await owner.waitForURL('**/signin?timeout=true');
    await owner.context().setOffline(false);
    await owner.goto('/icon.svg');
    await expectNothingLeft(device);
    if (offline) await readAgain(device);
  }
});

test('C-1.08 who never signed in here pays nothing for it: no database, no request', async () => {
  const product = await sharedProduct();
  const stranger = await openWindow(product.url);
  const asked: string[] = [];
  stranger.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const listens = stranger.waitForRequest('**/live/everybody');
  await stranger.goto('/about');
  await listens;
  expect(asked).not.toContain('/auth/token');
  expect(await stranger.evaluate(() => indexedDB.databases())).toEqual([]);
});
