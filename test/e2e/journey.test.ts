import type { Page } from 'playwright-core';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { adminBrandPath, tagPath } from '../../paths/paths.ts';
import { linkIn } from '../mailbox.ts';
import { newEmail } from '../make.ts';
import { scanPictures } from '../scanned-codes.ts';
import { openWindow, phone } from './browser.ts';
import { fillSignUpHere, grantAdministration, openThread, ownerWithTag, signUpByForm } from './people.ts';
import { sharedProduct } from './shared-product.ts';

test('C-1.01 C-1.02 from signing up to the finder’s message, read at once, and the answer', async () => {
  const product = await sharedProduct();
  const owner = await openWindow(product.url);
  const { email } = await signUpByForm(product, owner);
  await owner.goto('/items');
  await owner.getByRole('link', { name: 'Add a tag' }).first().click();
  await owner.getByLabel('Name').fill('Blue backpack');
  await owner.getByText('Bag or backpack').click();
  await owner.getByLabel('Note to the finder').fill('It has my passport in it.');
  await owner.getByRole('button', { name: 'Make the tag' }).click();
  await owner.waitForURL('**/item/*');
  const path = new URL(owner.url()).pathname;

  const bodyOf = async (file: string) => (await owner.request.get(path + file)).body();
  const svg = await sharp(await bodyOf('/qr.svg'), { density: 150 })
    .png()
    .toBuffer();
  const [printed = '', drawn] = await scanPictures([await bodyOf('/qr.png'), svg]);
  expect(printed).toMatch(/^HTTP:\/\/LOCALHOST:\d+\/T\/[0-9A-Z]{16}$/);
  expect(drawn).toBe(printed);
  await owner.getByRole('link', { name: 'Print the tag' }).waitFor();
  await owner.getByText('Tag', { exact: true }).click();
  await owner.getByText('The code as a picture').click();
  const download = owner.waitForEvent('download');
  await owner.getByRole('link', { name: 'Download PNG' }).click();
  expect((await download).suggestedFilename()).toMatch(/^tag-[0-9a-z]{16}\.png$/);

  await owner.goto('/about');
  const badge = owner.getByRole('navigation', { name: 'Main' }).locator('a [data-unread]');
  expect(await badge.isVisible()).toBe(false);

  const finder = await openWindow(product.url, { javaScriptEnabled: false, viewport: phone });
  await finder.goto(new URL(printed).pathname);
  for (const words of ['You found Blue backpack. Thank you!', 'It has my passport in it.']) {
    await finder.getByText(words).waitFor();
  }
  for (const answer of ['I have it', 'I saw it here']) await finder.getByRole('button', { name: answer }).waitFor();
  await finder.getByLabel('Or write a message').fill('It is at the ticket office, platform 2.');
  await finder.getByLabel('Your name (optional)').fill('Kim');
  await finder.getByRole('button', { name: 'I handed it in' }).click();
  await finder.getByText('What happens next').waitFor();
  expect(finder.url()).toContain('/conversation/');
  await finder.getByRole('link', { name: finder.url() }).waitFor();

  await badge.waitFor({ state: 'visible' });
  expect(await badge.textContent()).toBe('1');
  const mail = await product.mailbox.find(email, 'Blue backpack');
  expect(mail.subject).not.toContain('ticket office');

  await owner.getByRole('link', { name: /^Messages/ }).click();
  await owner.getByRole('link', { name: /Kim/ }).click();
  await owner.getByText('It is at the ticket office, platform 2.').last().waitFor();
  await owner.locator('nav a [data-unread]').waitFor({ state: 'hidden' });
  await owner.getByLabel('Your answer').fill('Wonderful, I am on my way');
  await owner.getByRole('button', { name: 'Send' }).click();
  await owner.getByRole('listitem').filter({ hasText: 'Wonderful, I am on my way' }).last().waitFor();
  await owner.getByLabel('Not sent yet').waitFor({ state: 'detached' });

  await finder.reload();
  await finder.getByText('Wonderful, I am on my way').waitFor();
  await finder.getByLabel('Write a message').fill('They close at six');
  await finder.getByRole('button', { name: 'Send', exact: true }).click();
  await owner.getByText('They close at six').last().waitFor();
});

test('from “Print a tag at home” to the opened PDF a newcomer taps our buttons and links 8 times at most and fills 4 fields at most; somebody signed in gets to the form at once', async () => {
  const product = await sharedProduct();
  const page = await openWindow(product.url, { viewport: phone });
  const counted = await countTaps(page);
  const main = page.getByRole('main');
  await page.goto('/');
  await main.getByRole('link', { name: 'Print a tag at home' }).first().click();
  const email = newEmail();
  await fillSignUpHere(page, email);
  await page.goto(linkIn(await product.mailbox.find(email, 'Confirm')));
  counted.taps.push('the button of the mail');
  await page.getByRole('button', { name: 'Confirm my address' }).click();
  await page.waitForURL('**/items/new?then=print');
  await page.getByLabel('Name').fill('House keys');
  await page.getByText('Keys', { exact: true }).click();
  await page.getByRole('button', { name: 'Make the tag' }).click();
  await page.getByRole('button', { name: 'Make the PDF' }).click();
  const opened = page.context().waitForEvent('page');
  await page.getByRole('link', { name: 'Open the PDF' }).click();
  await opened;
  expect(counted.taps).toEqual([
    'Print a tag at home, free',
    'Sign up',
    'the button of the mail',
    'Confirm my address',
    'Keys',
    'Make the tag',
    'Make the PDF',
    'Open the PDF',
  ]);
  expect(counted.fields).toEqual(['name', 'email', 'password', 'name']);
  await page.getByRole('link', { name: 'Next: attach it' }).click();
  await page.getByText('1 of 4 done').waitFor();

  await page.goto('/signin');
  await page.waitForURL('**/items');
  await page.goto('/');
  await main.getByRole('link', { name: 'Print a tag at home' }).first().click();
  await page.waitForURL('**/items/new?then=print');
});

/** Writes down what is tapped and filled in a window, page after page. */
async function countTaps(page: Page) {
  const [taps, fields]: [string[], string[]] = [[], []];
  await page.exposeFunction('noteTap', (words: string) => taps.push(words));
  await page.exposeFunction('noteField', (name: string) => fields.push(name));
  const note = () => {
    const notes = window as unknown as { noteTap(words: string): void; noteField(name: string): void };
    addEventListener(
      'click',
      ({ target }) => {
        const tapped = (target as Element).closest('a, button, summary, label');
        // The browser clicks a label's field by itself.
        if (tapped && !(target instanceof HTMLInputElement)) notes.noteTap(tapped.textContent?.trim() ?? '');
      },
      true,
    );
    addEventListener(
      'change',
      ({ target }) => {
        const field = target as HTMLInputElement;
        if (field.type !== 'radio') notes.noteField(field.name);
      },
      true,
    );
  };
  await page.addInitScript(note);
  return { taps, fields };
}

test('the address bar shows the page’s own address after a scan, and Back leads to where one was; what Enter presses there and on the page of the brand has a box and is neither an answer nor a preview; a message without words is asked for them on the page, without a request, and is sent once it has some; the owner’s answer is seen once somebody can see the page', async () => {
  const { product, owner, person, id, path } = await ownerWithTag();
  const finder = await openWindow(product.url, { viewport: phone });
  await finder.goto('/about');
  await finder.goto(tagPath(id));
  await finder.waitForURL(`**${path}`);
  await finder.getByRole('button', { name: 'I have it' }).waitFor();
  await finder.goBack();
  expect(new URL(finder.url()).pathname).toBe('/about');

  expect(await firstButton(finder, path)).toEqual({ hasBox: true, value: '' });
  await grantAdministration(product, person);
  expect(await firstButton(owner, adminBrandPath())).toEqual({ hasBox: true, value: '' });

  const posts: string[] = [];
  finder.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
  await finder.getByLabel('Or write a message').fill('  \n ');
  await finder.getByRole('button', { name: 'Send message' }).click();
  await finder.getByRole('status').getByText('Tap one of the answers, or write a few words.').waitFor();
  expect(posts).toEqual([]);
  await finder.keyboard.type('By the door');
  await finder.getByRole('button', { name: 'Send message' }).click();
  await finder.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor();
  expect(posts).toHaveLength(1);

  const turn = (state: 'visible' | 'hidden') =>
    finder.evaluate((value) => {
      Object.defineProperty(document, 'visibilityState', { value, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }, state);
  await turn('hidden');

  await openThread(owner, /By the door/);
  for (const words of ['You are very kind', 'Where are you?']) {
    await owner.getByLabel('Your answer').fill(words);
    await owner.getByRole('button', { name: 'Send' }).click();
    await finder.getByText(words).waitFor();
  }
  expect(await owner.getByText('Seen').count()).toBe(0);
  await turn('visible');
  await owner.getByText('Seen').waitFor();
});

/** Of the form with the most buttons that submit it. */
async function firstButton(page: Page, path: string) {
  await page.goto(path);
  await page.locator('main form button[value]').first().waitFor();
  return page.evaluate(() => {
    const buttons = [...document.querySelectorAll<HTMLFormElement>('main form')].map((form) =>
      [...form.elements].filter((element) => element instanceof HTMLButtonElement && element.type === 'submit'),
    );
    const [first] = buttons.sort((one, other) => other.length - one.length)[0] ?? [];
    return {
      hasBox: (first?.getClientRects().length ?? 0) > 0,
      value: (first as HTMLButtonElement | undefined)?.value,
    };
  });
}
