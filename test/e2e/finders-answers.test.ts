import { expect, test } from 'vitest';
import { languages } from '../../language/languages.ts';
import { drawPicture } from '../make.ts';
import { expectGoodPage } from './accessible.ts';
import { failures, holdBack, openWindow, phone, takeClock } from './browser.ts';
import { haveIt, openThread, ownerWithTag } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import { expectAllIn } from './shown-texts.ts';

const berlin = { latitude: 52.5200066, longitude: 13.404954 };

async function fileOf(side: number) {
  return { name: 'found.jpg', mimeType: 'image/jpeg', buffer: Buffer.from(await drawPicture(side)) };
}

/** What others wrote, what no catalogue holds, and titles with the name of the item. */
const inArabic = [
  /^(عثرت على: Blue backpack|محادثتك|وصلك رد)$/,
  /^(Blue backpack|It has my passport in it\.|عند البوابة\.|Handback|http:.*|(© )?localhost:\d+|[0-9a-z]{4}|· مقروءة|· أُرسلت)$/,
  /^[\u200f\d٠-٩/]+، .*$/,
];

test('what an owner taps without network reaches the open page of a finder who reads Arabic, and so does a yes the owner; that page is drawn from right to left without an English word', async () => {
  const product = await sharedProduct();
  const { owner, path } = await ownerWithTag(product, await openWindow(product.url, {}, failures));
  const finder = await openWindow(product.url, { viewport: phone, locale: 'ar-EG' }, failures);
  await finder.goto(path);
  const html = finder.locator('html');
  expect([await html.getAttribute('lang'), await html.getAttribute('dir')]).toEqual(['ar', 'rtl']);
  await expectAllIn('ar', finder, inArabic);
  const drawing = await finder.locator('.found-what svg').boundingBox();
  const heading = await finder.getByRole('heading').boundingBox();
  expect(drawing?.x).toBeGreaterThan(heading?.x ?? Number.NaN);
  await finder.getByLabel('أو كتابة رسالة').fill('عند البوابة.');
  await finder.getByRole('button', { name: 'إنه معي' }).click();
  await finder.getByRole('heading', { name: 'أُرسلت. شكرًا لك!' }).waitFor();
  await expectAllIn('ar', finder, inArabic);

  await openThread(owner, /I have it/);
  const log = owner.getByRole('log');
  await log.getByText('I have it').waitFor();
  await owner.getByRole('button', { name: 'Quick replies' }).click();
  await owner.getByRole('heading', { name: 'Quick replies' }).waitFor();
  await expectGoodPage(owner);
  await owner.context().setOffline(true);
  await owner.getByRole('button', { name: 'I can come today.' }).click();
  await log.getByText('Waiting for the network').waitFor();
  await owner.context().setOffline(false);

  await finder.getByText('يمكنني الحضور اليوم.').waitFor();
  const begin = (whose: string) =>
    finder
      .locator(whose)
      .last()
      .evaluate((row) => row.getBoundingClientRect().x);
  const isLeft = async () => (await begin('.mine')) < (await begin('.theirs'));
  await expect.poll(isLeft, { message: 'one’s own words begin at the left' }).toBe(true);
  await expectAllIn('ar', finder, inArabic);
  await expectGoodPage(finder);
  await finder.context().setOffline(true);
  await finder.getByRole('button', { name: 'نعم، هذا يناسبني' }).click();
  await finder.locator('.thread [role=status]:visible').waitFor();
  await finder.context().setOffline(false);
  await log.getByText('Yes, that works').waitFor();
  await expect.poll(() => log.getByText('Yes, that works').count()).toBe(1);
});

test('an owner proposes no meeting in the past; one to come reaches the finder; an answer that comes before the finder’s page listens stands there all the same', async () => {
  const { product, owner, person, path } = await ownerWithTag();
  const finder = await openWindow(product.url, { viewport: phone });
  await haveIt(finder, path);
  await takeClock(owner);
  await openThread(owner, /I have it/);
  await owner.getByRole('button', { name: 'Quick replies' }).click();
  const later = Date.now() + 5 * 60_000;
  await owner.clock.setFixedTime(later);
  await owner.getByRole('button', { name: 'Propose a place to meet' }).click();
  const day = owner.getByLabel('Day and time');
  const earliest = await day.evaluate((field: HTMLInputElement) => new Date(field.min).getTime());
  expect(earliest, 'of when it is asked for').toBeGreaterThan(later - 60_000);
  await day.fill('2001-01-01T10:00');
  await owner.getByRole('button', { name: 'Propose', exact: true }).click();
  expect(await day.evaluate((field: HTMLInputElement) => field.validity.rangeUnderflow)).toBe(true);
  const nextYear = new Date().getFullYear() + 1;
  await day.fill(`${nextYear}-01-01T10:00`);
  await owner.getByRole('button', { name: 'Propose', exact: true }).click();
  await finder.locator('.thread .theirs').getByText(String(nextYear)).waitFor();
  await expect.poll(() => finder.locator('.thread .theirs').count()).toBe(1);

  const listen = await holdBack(finder, '**/live');
  const asked = finder.waitForRequest('**/live');
  await finder.reload();
  await asked;
  const [talk] = (await person.call('listConversations', {})).conversations;
  await person.call('replyToFinder', { conversationId: talk?.id ?? '', text: 'I come.', key: crypto.randomUUID() });
  listen();
  await finder.getByText('I come.').waitFor();
});

test('a place is given in words when the device may not say it; place and two pictures outlast a cut network and a server that is not available, and are sent once', async () => {
  const { product, owner, path } = await ownerWithTag();
  const device = { viewport: phone, geolocation: berlin };
  const finder = await openWindow(product.url, device, failures, /status of (422|503)/);
  await finder.goto(path);
  await finder.getByRole('button', { name: 'I saw it here' }).click();
  await finder.getByRole('heading', { name: 'Where did you see it?' }).waitFor();
  const conversation = finder.url();
  await expectGoodPage(finder);
  await finder.getByRole('link', { name: 'Send where you are' }).click();
  await finder.getByLabel('Place').fill('By the lake');
  await finder.getByRole('button', { name: 'Add where I am' }).click();
  await finder.getByText('Your phone did not say where it is. Write the place instead.').waitFor();
  await expect.poll(() => finder.getByLabel('Place').inputValue()).toBe('By the lake');
  await finder.context().grantPermissions(['geolocation']);
  await finder.getByRole('button', { name: 'Add where I am' }).click();
  await finder.getByText('This is sent: an area of about a kilometre around 52.52, 13.4.').waitFor();
  await finder.getByRole('button', { name: 'Give the exact place' }).click();
  await finder.getByText('This is sent: the exact place, 52.52001, 13.40495.').waitFor();
  await finder.getByRole('button', { name: 'Give only the area' }).click();
  await finder.getByText('This is sent: an area of about a kilometre around 52.52, 13.4.').waitFor();
  await expectGoodPage(finder);
  await finder.context().setOffline(true);
  await finder.getByRole('button', { name: 'Send details' }).click();
  await finder.getByText('No signal. We keep this').waitFor();

  await finder.goto('about:blank');
  await finder.context().setOffline(false);
  await finder.goto(conversation);
  await finder.getByText('Area, about a kilometre around 52.52, 13.4').waitFor();
  await finder.getByText('Send a picture').click();
  await finder.getByLabel('Picture', { exact: true }).setInputFiles(await fileOf(3_000));
  let sentBytes = 0;
  await finder.route('**/pictures?key=*', async (route) => {
    sentBytes = route.request().postDataBuffer()?.length ?? 0;
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
  await finder.getByRole('button', { name: 'Send picture' }).click();
  await finder.getByText('No signal. We keep the picture').waitFor();
  expect(sentBytes, 'shrunk').toBeLessThan(100_000);
  await finder.getByLabel('Picture', { exact: true }).setInputFiles(await fileOf(600));
  await finder.getByRole('button', { name: 'Send picture' }).click();
  await expect.poll(() => finder.evaluate(() => Object.values(localStorage).join().split('data:').length - 1)).toBe(2);
  // Asked before the other one, so that no try comes through in between.
  await finder.route('**/pictures?key=*', (route) =>
    route.fulfill({ status: 503, headers: { 'Answered-By': 'Handback' } }),
  );
  await finder.evaluate(() => dispatchEvent(new Event('online')));
  await finder.getByText('The service is not available at the moment. We keep the picture').waitFor();
  await finder.evaluate(() => {
    Storage.prototype.setItem = () => {
      throw new DOMException('No room', 'QuotaExceededError');
    };
  });
  await finder.getByLabel('Picture', { exact: true }).setInputFiles(await fileOf(600));
  await finder.getByRole('button', { name: 'Send picture' }).click();
  await finder.getByText('this phone has no room to keep the picture. Leave this page open').waitFor();
  await finder.goto('about:blank');
  await finder.unrouteAll({ behavior: 'ignoreErrors' });
  const again = finder.waitForResponse(
    (response) => response.request().method() === 'POST' && response.status() === 303,
  );
  await finder.goto(conversation);
  await again;
  await finder.waitForURL(conversation);
  const sent = finder.getByRole('img', { name: 'The picture that was sent, larger' });
  await expect.poll(() => sent.count()).toBe(2);
  await expect.poll(() => finder.locator('.thread li').count()).toBe(4);
  await expect.poll(() => finder.evaluate(() => Object.keys(localStorage))).toEqual([]);

  // The page that says why does not come: the picture stays until it does.
  await finder.route('**/pictures?key=*', (route) =>
    route.request().isNavigationRequest() ? route.fulfill({ status: 204 }) : route.continue(),
  );
  await finder.getByText('Send a picture').click();
  await finder.getByLabel('Picture', { exact: true }).setInputFiles(await fileOf(8));
  const lost = finder.waitForResponse((response) => response.status() === 204);
  await finder.getByRole('button', { name: 'Send picture' }).click();
  await lost;
  await finder.unrouteAll({ behavior: 'ignoreErrors' });
  await finder.goto(conversation);
  const refused = finder.getByRole('heading', { name: 'This was not sent.' });
  await refused.waitFor();
  await finder.waitForURL(conversation);
  const readAnew = finder.waitForResponse('**/conversation/*?since=*');
  await finder.evaluate(() => dispatchEvent(new Event('pagehide')));
  await finder.evaluate(() => dispatchEvent(new Event('pageshow')));
  await (await readAnew).finished();
  await finder.waitForLoadState('networkidle');
  expect(await refused.count(), 'it stays when the messages are read anew').toBe(1);
  expect(await finder.evaluate(() => Object.keys(localStorage))).toEqual([]);

  await openThread(owner, /A picture/);
  await expect.poll(() => owner.getByRole('log').getByRole('img').count()).toBe(2);
  expect(await owner.getByRole('link', { name: 'By the lake' }).getAttribute('href')).toBe('/map/52.52/13.4');
  await owner.getByText('Area, about a kilometre around 52.52, 13.4').waitFor();
});

test('the ways to the answer are rows on a phone and beside each other on a desk, each on one line in every language, and the open one above the others; the address of the private link is in sight without scripts, else on demand', async () => {
  const { product, path } = await ownerWithTag();
  const finder = await openWindow(product.url, { viewport: phone });
  await haveIt(finder, path);
  const link = finder.url();
  const [email, copy] = [
    finder.getByText('By email', { exact: true }),
    finder.getByRole('button', { name: 'Copy link' }),
  ];
  const topOf = async (part: typeof email) => (await part.boundingBox())?.y ?? Number.NaN;
  await copy.waitFor();
  await finder.setViewportSize({ width: 1280, height: 800 });
  expect(await topOf(email)).toBe(await topOf(copy));
  await finder.setViewportSize(phone);
  for (const language of languages) {
    await finder.setExtraHTTPHeaders({ 'accept-language': language });
    await finder.reload();
    const ways = finder.locator('.ways .button:visible');
    await expect.poll(() => ways.count(), { message: language }).toBe(3);
    const boxes = await Promise.all((await ways.all()).map((way) => way.boundingBox()));
    expect(new Set(boxes.map((box) => box?.x)), language).toHaveProperty('size', 1);
    for (const box of boxes) expect(box?.height, language).toBeLessThan(50);
  }
  await finder.setExtraHTTPHeaders({ 'accept-language': 'en' });
  await finder.reload();
  await email.click();
  const send = finder.getByRole('button', { name: 'Tell me by email' });
  expect(await topOf(send)).toBeLessThan(await topOf(copy));
  const address = finder.getByRole('link', { name: link });
  expect(await address.isVisible()).toBe(false);
  await finder.getByText('Show the link').click();
  await address.waitFor();
  await expectGoodPage(finder);

  const withoutScripts = await openWindow(product.url, { viewport: phone, javaScriptEnabled: false });
  await withoutScripts.goto(link);
  expect(await withoutScripts.getByRole('link', { name: link }).isVisible()).toBe(true);
});

test('an answer that comes while the finder types folds what waited for it, as a reload does; what is typed stays, and one line says that there is an answer and leads to it while it is out of sight', async () => {
  const { product, person, path } = await ownerWithTag();
  const finder = await openWindow(product.url, { viewport: { width: 360, height: 320 } });
  await haveIt(finder, path);
  const [talk] = (await person.call('listConversations', {})).conversations;
  const reply = (words: { text: string } | { reply: 'picture' }) =>
    person.call('replyToFinder', { conversationId: talk?.id ?? '', key: crypto.randomUUID(), ...words });
  await finder.getByLabel('Place').fill('Gate 4');
  const words = finder.getByLabel('Write a message');
  await words.fill('I wait at');
  await words.evaluate((field) => field.scrollIntoView({ block: 'start' }));
  await reply({ text: 'Thank you! Where are you?' });
  const line = finder.getByRole('link', { name: 'You have an answer' });
  await line.waitFor();
  const said = finder.locator('[role=status]:not(:empty), [aria-live]');
  expect(await said.allTextContents()).toEqual(['You have an answer']);
  expect(await words.evaluate((field) => field === document.activeElement)).toBe(true);
  await line.click();
  await expect.poll(() => line.count()).toBe(0);
  const answer = await finder.getByText('Thank you! Where are you?').boundingBox();
  expect(answer?.y).toBeGreaterThanOrEqual(0);
  expect(answer?.y).toBeLessThan(320);

  await reply({ reply: 'picture' });
  await finder.getByLabel('Picture', { exact: true }).waitFor();
  const parts = () => finder.locator('main :is(h1, h2, summary):visible').allTextContents();
  const shown = await parts();
  await finder.reload();
  expect(shown).toEqual(await parts());
  expect(shown[0]).toBe('You have an answer');
  expect(await words.inputValue()).toBe('I wait at');
  await finder.locator('details:has([name=place]) > summary').click();
  expect(await finder.getByLabel('Place').inputValue()).toBe('Gate 4');
});

test('with scripts, a message that the limits hold goes through by work beside the page, while the finder types on; the owner’s open page shows it', async () => {
  const { product, owner, path } = await ownerWithTag();
  const finder = await openWindow(product.url, { viewport: phone });
  await haveIt(finder, path);
  await finder.evaluate(async () => {
    for (let n = 1; n <= 8; n++) {
      const body = new URLSearchParams({ key: crypto.randomUUID(), text: `Answer ${n}` });
      await fetch(location.href, { method: 'POST', body });
    }
  });
  await openThread(owner, /Answer 8/);
  const log = owner.getByRole('log');
  await log.getByText('Answer 8').waitFor();

  await finder.addInitScript(() => {
    const { Worker } = window;
    window.Worker = class extends Worker {
      override postMessage(work: unknown) {
        Object.assign(window, { goOn: () => super.postMessage(work) });
      }
    };
  });
  await finder.getByLabel('Write a message').fill('The ninth');
  await finder.getByRole('button', { name: 'Send', exact: true }).click();
  await log.getByText('Held: sent unusually often').waitFor();
  await finder.locator('.mine', { hasText: 'The ninth' }).waitFor();
  await finder.getByLabel('Write a message').fill('And the key');
  await finder.waitForFunction(() => 'goOn' in window);
  await finder.evaluate(() => (window as unknown as { goOn(): void }).goOn());
  await expect.poll(() => log.getByText('Held').count()).toBe(0);
  await expect.poll(() => log.getByText('The ninth').count()).toBe(1);
  await expect.poll(() => finder.getByLabel('Write a message').inputValue()).toBe('And the key');
});

test('the conversation about a lost item says since when it is lost, and that it is back with a word of thanks; then it says so no longer, and the thanks are marked as seen', async () => {
  const { product, owner, person, id, path } = await ownerWithTag();
  await person.call('markItemLost', { id });
  await haveIt(await openWindow(product.url, { viewport: phone }), path);
  await owner.setViewportSize(phone);
  await openThread(owner, /I have it/);
  await owner.getByText(/^Lost since/).waitFor();
  await owner.getByRole('button', { name: 'It is back' }).click();
  await owner.getByRole('button', { name: 'Thank' }).click();
  await owner.getByText(/^Lost since/).waitFor({ state: 'hidden' });
  await owner.getByRole('log').getByText('Seen').waitFor();
  expect((await person.call('getItem', { id })).returnedAt).not.toBeNull();
});
