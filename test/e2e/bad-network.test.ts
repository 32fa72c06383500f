import type { Page, Route } from 'playwright-core';
import { expect, test } from 'vitest';
import { answeredByHeader } from '../../browser/server-away.ts';
import { drawPicture } from '../make.ts';
import { failures, openWindow, phone, refusals, takeClock } from './browser.ts';
import { blockFinder, haveIt, openThread, ownerOfTag, ownerWithTag, pressAndConfirm } from './people.ts';

const noSignal = 'No signal. We keep this and send it when you are back.';

test('a finder’s tap without a network is kept, also when the page was left, and sent once when the network is back; “Delete all” and the form for emails stay where they are with what was typed, say so, and work when it is back; an answer that is lost is not said to be no signal, and a form for emails that is refused is sent once and says why', async () => {
  const { product, person, path } = await ownerOfTag();
  const finder = await openWindow(product.url, { viewport: phone }, failures, /status of 422/);
  await finder.goto(path);
  await finder.context().setOffline(true);
  await finder.getByRole('button', { name: 'I have it' }).click();
  const kept = finder.getByText(noSignal);
  await kept.waitFor();
  expect(await kept.evaluate((alert) => getComputedStyle(alert).borderStyle), 'an alert has an edge').toBe('solid');
  await finder.getByRole('button', { name: 'I have it' }).click();

  await finder.goto('about:blank');
  await finder.context().setOffline(false);
  await finder.goto(path);
  await finder.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor();
  await expect.poll(() => finder.locator('.thread li').count()).toBe(1);
  expect((await person.call('listConversations', {})).conversations).toHaveLength(1);

  await finder.getByText('By email', { exact: true }).click();
  const mailForm = finder.locator('form', { has: finder.getByRole('button', { name: 'Tell me by email' }) });
  await finder.route('**/replies', loseAnswer, { times: 1 });
  await mailForm.getByLabel('Your email address').fill('kim@example.com');
  await mailForm.getByRole('button', { name: 'Tell me by email' }).click();
  await mailForm.getByText('No answer came. It may have arrived all the same.').waitFor();

  const posted: string[] = [];
  finder.on('request', (request) => request.method() === 'POST' && posted.push(new URL(request.url()).pathname));
  await mailForm
    .getByLabel('Your email address')
    .evaluate((field: HTMLInputElement) => field.setAttribute('type', 'text'));
  await mailForm.getByLabel('Your email address').fill('nobody at home');
  await mailForm.getByRole('button', { name: 'Tell me by email' }).click();
  await mailForm.getByText('This is no email address.').waitFor();
  await expect.poll(() => mailForm.getByLabel('Your email address').inputValue()).toBe('nobody at home');
  expect(posted.filter((address) => address.endsWith('/replies'))).toHaveLength(1);

  await finder.reload();
  const said = finder.getByText('No signal. Try again when you are back.');
  const withoutNetwork = async (name: string) => {
    await finder.context().setOffline(true);
    await finder.getByRole('button', { name }).click();
    await said.waitFor();
    await finder.context().setOffline(false);
  };
  await finder.getByText('Now open the email that we sent you').waitFor();
  await finder.getByText('By email', { exact: true }).click();
  await mailForm.getByLabel('Your email address').fill('kim@example.com');
  await withoutNetwork('Tell me by email');
  await expect.poll(() => mailForm.getByLabel('Your email address').inputValue()).toBe('kim@example.com');
  await mailForm.getByRole('button', { name: 'Tell me by email' }).click();
  await mailForm.waitFor({ state: 'hidden' });
  await finder.getByText('Now open the email that we sent you').waitFor();
  await finder.getByRole('link', { name: 'Delete what I wrote' }).click();
  await finder.getByRole('heading', { name: 'Delete everything you wrote?' }).waitFor();
  await withoutNetwork('Delete all');
  await finder.getByRole('button', { name: 'Delete all' }).click();
  await finder.getByRole('heading', { name: 'What you wrote is deleted.' }).waitFor();
});

test('words and a picture that waited for more than a day come back to be sent again; a picture that is refused later is sent whole, as the same sending, to the page of the reason', async () => {
  const { product, path } = await ownerOfTag();
  const finder = await openWindow(product.url, { viewport: phone }, failures, /status of 409/);
  await finder.goto(path);
  await finder.context().setOffline(true);
  await finder.getByLabel('Or write a message').fill('Under the bench.');
  await finder.getByRole('button', { name: 'Send message' }).click();
  await openLater(finder, path);
  await finder.getByText('This is over a day old and may not have arrived.').waitFor();
  await expect.poll(() => finder.getByLabel('Or write a message').inputValue()).toBe('Under the bench.');
  await finder.getByRole('button', { name: 'Send message' }).click();
  await finder.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor();

  const link = finder.url();
  const picture = { name: 'bag.png', mimeType: 'image/png', buffer: Buffer.from(await drawPicture()) };
  await finder.getByText('Send a picture').click();
  await finder.context().setOffline(true);
  await finder.getByLabel('Picture', { exact: true }).setInputFiles(picture);
  await finder.getByRole('button', { name: 'Send picture' }).click();
  await openLater(finder, link);
  await finder.getByText('This picture could not be sent for more than a day.').waitFor();
  await finder.context().setOffline(true);
  await finder.getByRole('button', { name: 'Send picture' }).click();
  await finder.getByText('No signal. We keep the picture').waitFor();
  await finder.route('**/pictures?key=*', (route) =>
    route.request().resourceType() === 'xhr'
      ? route.fulfill({ status: 409, headers: { [answeredByHeader]: 'Handback' } })
      : route.continue(),
  );
  await finder.goto('about:blank');
  await finder.context().setOffline(false);
  const posted: string[] = [];
  finder.on('request', (request) => request.method() === 'POST' && posted.push(request.url()));
  await finder.goto(link);
  await finder.getByRole('img', { name: 'The picture that was sent, larger' }).waitFor();
  expect(posted).toEqual([posted[0], posted[0]]);
  await expect.poll(() => finder.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('what is sent to a tag that was disabled meanwhile comes back in words, and so does what a sign-in page of the network swallows', async () => {
  const { product, person, path } = await ownerOfTag();
  const finder = await openWindow(product.url, { viewport: phone }, refusals);
  await finder.goto(path);
  const portal = { status: 200, contentType: 'text/html', body: 'Welcome to our network' };
  await finder.route(`**${path}`, (route) => route.fulfill(portal), { times: 1 });
  await finder.getByLabel('Or write a message').fill('Under the bench.');
  await finder.getByRole('button', { name: 'Send message' }).click();
  await finder.getByText('Not possible right now. We keep this').waitFor();
  const [{ id = '' } = {}] = (await person.call('listItems', {})).items;
  await person.call('archiveItem', { id });
  await finder.evaluate(() => dispatchEvent(new Event('online')));
  await finder.locator('q', { hasText: 'Under the bench.' }).waitFor();
  await expect.poll(() => finder.evaluate(() => Object.keys(localStorage))).toEqual([]);
});

test('what still waits on the phone goes with “Delete all”, also when its answer is lost, unless it is refused', async () => {
  const { product, person, path } = await ownerOfTag();
  const finder = await openWindow(product.url, { viewport: phone }, failures, /status of 429/);
  await haveIt(finder, path);
  const link = finder.url();
  const conversation = (await finder.locator('[data-thread]').getAttribute('data-thread')) ?? '';
  await person.call('replyToFinder', { conversationId: conversation, key: crypto.randomUUID(), reply: 'come-today' });
  const yes = await finder.locator('form[data-keep^=answer-]').getAttribute('data-keep');
  await finder.goto(`${link}/delete`);
  const letWait = (name: string, words: string) =>
    finder.evaluate(
      ([entry = '', words]) => {
        const sending = { words, key: crypto.randomUUID(), id: crypto.randomUUID() };
        localStorage.setItem(entry, JSON.stringify({ ...sending, entry, at: Date.now() }));
      },
      [`${name} 1`, words],
    );
  const waiting = () => finder.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('send-')));
  await letWait(`send-conversation-${conversation}`, 'text=My+number+is+0171+234.');
  await letWait(`send-${yes}`, `answer=yes&upTo=${yes?.split('-')[1]}`);
  const refusal = { status: 429, headers: { 'Answered-By': 'handback' }, body: '<p role="alert">Too often.</p>' };
  await finder.route('**/delete', (route) => route.fulfill(refusal), { times: 1 });
  await finder.getByRole('button', { name: 'Delete all' }).click();
  await finder.getByText('Too often.').waitFor();
  expect(await waiting(), 'nothing was deleted').toHaveLength(2);
  await finder.route('**/delete', loseAnswer, { times: 1 });
  await finder.getByRole('button', { name: 'Delete all' }).click();
  await finder.getByText('No answer came. It may have arrived all the same.').waitFor();
  expect(await waiting()).toEqual([]);
  await finder.getByRole('button', { name: 'Delete all' }).click();
  await finder.waitForURL('**?deleted');
  await finder.goto(link);
  await expect.poll(() => finder.locator('.thread li').count()).toBe(2);
});

async function loseAnswer(route: Route): Promise<void> {
  await route.fetch({ maxRedirects: 0 });
  await route.abort('connectionreset');
}

/** A day after a sending found no network, which is there again. */
async function openLater(finder: Page, path: string): Promise<void> {
  const names = () => finder.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith('send-')));
  await expect.poll(names).toHaveLength(1);
  await finder.evaluate(
    (entries) => {
      for (const name of entries) {
        const { at, ...sending } = JSON.parse(localStorage.getItem(name) ?? '');
        localStorage.setItem(name, JSON.stringify({ ...sending, at: at - 86_400_001 }));
      }
    },
    await names(),
  );
  await finder.goto('about:blank');
  await finder.context().setOffline(false);
  await finder.goto(path);
}

test('an answer that is lost on the way back does not send a finder’s words twice, also when the page is opened a day later; a picture is not said to be unsent then', async () => {
  const { product, path } = await ownerOfTag();
  const finder = await openWindow(product.url, { viewport: phone }, failures);
  await finder.goto(path);
  await finder.route(`**${path}`, async (route) => {
    await route.fetch({ maxRedirects: 0 });
    await route.abort();
  });
  await finder.getByLabel('Or write a message').fill('Under the bench by the lake.');
  await finder.getByRole('button', { name: 'Send message' }).click();
  await finder.getByText(noSignal).waitFor();
  await finder.unrouteAll();
  const again = finder.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith(path));
  await finder.evaluate(() => dispatchEvent(new Event('online')));
  await again;
  await finder.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor();
  await expect.poll(() => finder.getByText('Under the bench by the lake.').count()).toBe(1);

  const link = finder.url();
  await takeClock(finder);
  for (const [page, label, words, send] of [
    [link, 'Write a message', 'Ask for Kim.', 'Send'],
    [path, 'Or write a message', 'It has a red strap.', 'Send message'],
  ] as const) {
    await finder.context().clearCookies();
    await finder.goto(page);
    await finder.route(`**${new URL(page, link).pathname}`, async (route) => {
      if (route.request().method() !== 'POST') return route.continue();
      await route.fetch({ maxRedirects: 0 });
      await route.abort();
    });
    await finder.getByLabel(label).fill(words);
    await finder.getByRole('button', { name: send, exact: true }).click();
    await finder.getByText(noSignal).waitFor();
    await finder.unrouteAll();
    const late: string[] = [];
    finder.on('request', (request) => request.method() === 'POST' && late.push(request.postData() ?? ''));
    await finder.context().clearCookies();
    await openLater(finder, page);
    const thread = finder.locator('.thread li .said');
    await expect.poll(() => thread.allTextContents()).toContain(words);
    await expect.poll(() => finder.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await finder.waitForLoadState('networkidle');
    expect((await thread.allTextContents()).filter((said) => said === words)).toHaveLength(1);
    expect(late.filter((body) => body.includes('late=1'))).toHaveLength(1);
  }

  const sent = finder.getByRole('img', { name: 'The picture that was sent, larger' });
  await finder.goto(link);
  await finder.getByText('Send a picture').click();
  await finder.context().setOffline(true);
  const buffer = Buffer.from(await drawPicture());
  await finder.getByLabel('Picture', { exact: true }).setInputFiles({ name: 'bag.png', mimeType: 'image/png', buffer });
  await finder.getByRole('button', { name: 'Send picture' }).click();
  await finder.getByText('No signal. We keep the picture').waitFor();
  const action = await finder.evaluate(() => JSON.parse(Object.values(localStorage)[0] ?? '').action);
  const body = new FormData();
  body.append('picture', new Blob([buffer]), 'bag.png');
  await fetch(action, { method: 'POST', headers: { origin: new URL(action).origin }, body, redirect: 'manual' });
  await openLater(finder, link);
  await sent.waitFor();
  await expect.poll(() => finder.evaluate(() => Object.keys(localStorage))).toEqual([]);
  await expect.poll(() => sent.count()).toBe(1);
});

test('a network that says nothing is no signal: the words are sent again, once', async () => {
  const { product, path } = await ownerOfTag();
  const finder = await openWindow(product.url, { viewport: phone }, failures);
  await takeClock(finder);
  await finder.goto(path);
  await finder.route(`**${path}`, () => {});
  await finder.getByRole('button', { name: 'I have it' }).click();
  await finder.getByText('Sending …').waitFor();
  await finder.clock.runFor(16_000);
  await finder.getByText(noSignal).waitFor();
  await finder.unrouteAll();
  await finder.clock.runFor(11_000);
  await finder.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor();
  await expect.poll(() => finder.locator('.thread li').count()).toBe(1);
});

test('what is sent on two open pages of one tag without a network, also twice on one, outlasts both and a server that is not available, and is sent once', async () => {
  const { product, path } = await ownerOfTag();
  const finder = await openWindow(product.url, { viewport: phone }, failures, /status of 503/);
  await finder.goto(path);
  const other = await finder.context().newPage();
  await other.goto(path);
  await finder.context().setOffline(true);
  const sendings = [
    [finder, 'Under the bench.'],
    [finder, 'Now beside the door.'],
    [other, 'It has a red strap.'],
  ] as const;
  for (const [page, words] of sendings) {
    await page.getByLabel('Or write a message').fill(words);
    await page.getByRole('button', { name: 'Send message' }).click();
  }
  await other.getByText('No signal.').waitFor();
  await other.close();

  await takeClock(finder);
  await finder.context().setOffline(false);
  const headers = { 'Answered-By': 'Handback', 'Retry-After': '5' };
  const notNow = (route: Route) =>
    route.request().method() === 'POST' ? route.fulfill({ status: 503, headers }) : route.continue();
  await finder.route(`**${path}`, notNow);
  await finder.goto(path);
  await finder.getByText('Not possible right now. We keep this').waitFor();
  await finder.unrouteAll();
  await finder.clock.runFor(10_100);
  await finder.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor();
  const said = finder.locator('.thread li .said');
  await expect
    .poll(() => said.allTextContents())
    .toEqual(['Under the bench.', 'Now beside the door.', 'It has a red strap.']);
});

test('owners see a preview of their own item that takes no tap, and what is sent all the same is refused in words; an answer to the finder, and a block, change the page that is open, what is typed there stays, and its link can be copied', async () => {
  const { product, owner, path } = await ownerWithTag();
  await owner.goto(`${path}/preview`);
  const preview = owner.locator('form:has(> [inert])');
  await preview.getByText('I have it').click({ force: true });
  await preview.getByLabel('Or write a message').focus();
  expect(await owner.evaluate(() => document.activeElement?.tagName)).toBe('BODY');
  expect(new URL(owner.url()).pathname).toBe(`${path}/preview`);

  const refused = await owner.request.post(path, { form: { answer: 'have' }, headers: { origin: product.url } });
  expect([refused.status(), await refused.text()]).toEqual([409, expect.stringContaining('This is your own item.')]);
  await owner.goto('/inbox');
  await owner.getByText('No messages yet').waitFor();

  const finder = await openWindow(product.url, { permissions: ['clipboard-read', 'clipboard-write'] });
  await finder.goto(path);
  await finder.getByRole('button', { name: 'I saw it here' }).click();
  await finder.getByRole('heading', { name: 'Sent. Thank you!' }).waitFor();
  await finder.getByRole('button', { name: 'Copy link' }).click();
  await finder.getByRole('button', { name: 'Copied' }).waitFor();
  expect(await finder.evaluate(() => navigator.clipboard.readText())).toBe(finder.url());

  await openThread(owner, /I saw it here/);
  const words = finder.getByLabel('Write a message');
  await words.fill('At the gate.');
  await blockFinder(owner);
  await finder.getByText('The other side has closed this conversation.').waitFor();
  await finder.getByText('What happens next').waitFor({ state: 'hidden' });
  await expect.poll(() => words.inputValue()).toBe('At the gate.');
  await pressAndConfirm(owner, 'Unblock');
  await finder.getByText('The other side has closed this conversation.').waitFor({ state: 'hidden' });
  await finder.getByText('What happens next').waitFor();
  await expect.poll(() => words.inputValue()).toBe('At the gate.');

  await owner.getByLabel('Your answer').fill('Where exactly?');
  await owner.getByRole('button', { name: 'Send' }).click();
  await finder.getByRole('heading', { name: 'You have an answer' }).waitFor();
  expect(await finder.title()).toBe('You have an answer · Handback');
  await finder.getByText('Be told when there is an answer').click();
  await finder.getByRole('button', { name: 'Copied' }).waitFor();
});
