import { expect, test } from 'vitest';
import { makeItem, password } from '../make.ts';
import { openWindow, phone, refusals } from './browser.ts';
import { cutOff, openOffline, writeAsFinder } from './offline-device.ts';
import { blockFinder, openThread, ownerWithTag } from './people.ts';
import { sharedProduct } from './shared-product.ts';
import { expectAllIn } from './shown-texts.ts';

/** What people in these tests write, and what no catalogue holds: the product’s name, a code, a language’s name, days and times. */
const written = [
  /^(Ada|Kim|Blauer Rucksack|(Ich habe es abgegeben: )?Im Zug nach Köln\.|Danke, ich komme\.)$/,
  /@example\.com$|^(© )?(Handback|localhost:\d+)$|^English$|^[0-9a-z]{4}$/,
  /^\d{1,2}\. \p{L}+\.?$/u,
];

test('the app loads the words of its own language only, keeps them offline, and can be switched', async () => {
  const product = await sharedProduct();
  const page = await openOffline(product, { locale: 'de-AT' });
  const asked: string[] = [];
  page.on('request', (request) => asked.push(new URL(request.url()).pathname));
  const loaded = () => asked.flatMap((path) => /^\/assets\/(de|en)-/.exec(path)?.slice(1) ?? []);

  await page.goto('/signin');
  await page.getByRole('heading', { name: 'Anmelden' }).waitFor();
  expect(new Set(loaded())).toEqual(new Set(['de']));
  const kept = () =>
    page.evaluate(async () => {
      const names = await caches.keys();
      const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()));
      return requests.flat().map(({ url }) => new URL(url).pathname);
    });
  await expect.poll(kept).toContain('/signin');
  expect(new Set((await kept()).flatMap((path) => /^\/assets\/(de|en)-/.exec(path)?.slice(1) ?? []))).toEqual(
    new Set(['de']),
  );
  await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
  await page.context().setOffline(true);
  await page.goto('/signin');
  await page.getByText('Verbindungsfehler').waitFor();
  await page.context().setOffline(false);

  asked.length = 0;
  await page.goto('/signin?next=/inbox');
  await page.getByRole('link', { name: 'Sprache: Deutsch' }).click();
  await page.getByRole('link', { name: 'English', exact: true }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  expect(new URL(page.url()).searchParams.get('next')).toBe('/inbox');
  expect(loaded()).toContain('en');
  await page.goto('/signup');
  await page.getByRole('heading', { name: 'Sign up' }).waitFor();
});

test('a German owner meets no English word where a form is refused, something is lost, an answer is seen and a finder is blocked', async () => {
  const product = await sharedProduct();
  const person = await product.owner();
  await person.call('updateUserProfile', { language: 'de' });
  const owner = await openWindow(product.url, { locale: 'de-DE', viewport: phone }, refusals);
  const expectGerman = () => expectAllIn('de', owner, written);

  await owner.goto('/signin');
  await owner.getByRole('button', { name: 'Anmelden' }).click();
  const explanation = owner.getByLabel('E-Mail').evaluate((field: HTMLInputElement) => field.validationMessage);
  expect(await explanation, 'not in the language of the browser').toBe('Füllen Sie dieses Feld aus.');
  await owner.getByLabel('E-Mail').fill(person.email);
  await owner.getByLabel('Passwort', { exact: true }).fill(password);
  await owner.getByRole('button', { name: 'Anmelden' }).click();
  await owner.getByRole('heading', { name: 'Noch nichts hat einen Anhänger' }).waitFor();
  await expectGerman();
  await owner.getByRole('link', { name: 'Hinzufügen', exact: true }).click();
  await owner.getByRole('button', { name: 'Anhänger erstellen' }).click();
  await owner.getByText('Geben Sie der Sache einen Namen').waitFor();
  await expectGerman();

  const { hash } = await makeItem(person, { name: 'Blauer Rucksack', note: '' });
  await owner.goto(`/item/${hash}`);
  await owner.getByRole('button', { name: 'Als verloren melden' }).click();
  await owner.getByText(/^Verloren seit \d/).waitFor();
  await expectGerman();
  await owner.goto('/items/nothing/edit');
  await owner.getByText('Vielleicht wurde sie gelöscht.').waitFor();
  await expectGerman();

  const report = {
    hash,
    key: crypto.randomUUID(),
    answer: 'handed-in',
    text: 'Im Zug nach Köln.',
    name: 'Kim',
  } as const;
  const { secret } = await product.visitor().call('reportFound', report);
  const finder = await openWindow(product.url, { locale: 'de-DE' });
  await finder.goto(`/conversation/${secret}`);
  await openThread(owner, /Kim/);
  await owner.getByRole('log').getByText('Im Zug nach Köln.').waitFor();
  await owner.getByLabel('Ihre Antwort').fill('Danke, ich komme.');
  await owner.getByRole('button', { name: 'Senden' }).click();
  await owner.getByLabel('Noch nicht gesendet').waitFor({ state: 'detached' });
  await finder.getByText('Danke, ich komme.').waitFor();
  await owner.getByText('Gesehen').waitFor();
  await expectGerman();
  await blockFinder(owner, 'Blockieren');
  await owner.getByText('Sie haben diesen Finder blockiert.').waitFor();
  await expectGerman();
});

test('what was refused in English says why in German when the page is opened in German; the list of messages shows how a long message begins, also one from right to left', async () => {
  const product = await sharedProduct();
  const { owner, person, path } = await ownerWithTag(product, await openWindow(product.url, {}, cutOff));
  await writeAsFinder(product.visitor(), path, 'It lies at the lake.');
  await openThread(owner, /at the lake/);
  await owner.route('**/replyToFinder', (route) => route.abort());
  await owner.getByLabel('Your answer').fill('Danke, ich komme.');
  await owner.getByRole('button', { name: 'Send' }).click();
  await owner.getByText('Waiting for the network').waitFor();
  const [talk] = (await person.call('listConversations', {})).conversations;
  await person.call('blockConversation', { id: talk?.id ?? '' });
  await owner.unroute('**/replyToFinder');
  await owner.evaluate(() => dispatchEvent(new Event('online')));
  await owner.getByText('Not sent: This conversation is closed or blocked.').waitFor();
  await owner.goto(`${new URL(owner.url()).pathname}?lang=de`);
  await owner.getByText('Nicht gesendet: Diese Unterhaltung ist geschlossen oder blockiert.').waitFor();
  await expectAllIn('de', owner, [...written, /^(Blue backpack|It lies at the lake\.)$/]);

  const begins = 'مكتب';
  await product
    .visitor()
    .post(path, { text: `${begins} المفقودات في المحطة الرئيسية، شارع النخيل 12، الطابق الثالث، الباب 7` });
  await owner.setViewportSize(phone);
  await owner.goto('/inbox?lang=en');
  const excerpt = owner.getByRole('listitem').locator('bdi', { hasText: begins });
  await excerpt.waitFor();
  const isShown = await excerpt.evaluate((words, length) => {
    const range = document.createRange();
    const [text] = words.childNodes;
    if (!text) return false;
    range.setStart(text, 0);
    range.setEnd(text, length);
    const [first, box] = [range.getBoundingClientRect(), (words.parentElement ?? words).getBoundingClientRect()];
    return first.left >= box.left - 1 && first.right <= box.right + 1 && first.bottom <= box.bottom + 1;
  }, begins.length);
  expect(isShown).toBe(true);
});
