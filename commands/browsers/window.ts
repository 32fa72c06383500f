import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from './engines.ts';
import { until } from './until.ts';

export type Window = Awaited<ReturnType<typeof openWindow>>;

export type Place = { engine: Engine; origin: string; folder: string; problems: string[] };

const phone = { width: 360, height: 640 };

export async function openWindow({ engine, origin, folder, problems }: Place, who: string, { scripts = true } = {}) {
  const browser = await engine({ ...phone, scripts });
  const { command } = browser;
  const run = (script: string, ...args: unknown[]) =>
    command('ExecuteAsyncScript', { script: `const end = [...arguments].at(-1);${script}`, args });
  const find = async (xpath: string) => {
    const element = await command('FindElement', { using: 'xpath', value: xpath });
    return Object.values(element as Record<string, string>)[0];
  };
  const use = (xpath: string, name: string, more = {}) =>
    until(async () => command(name, { id: await find(xpath), ...more }));

  const look = async (name: string) => {
    if (scripts) {
      await until(async () => {
        if ((await run(isStill)) !== true) throw new Error(`${who} still waits at ${name}.`);
      });
      for (const wrong of (await run(measure)) as string[]) problems.push(`${who}, ${name}: ${wrong}`);
    }
    for (const complaint of await browser.complaints()) problems.push(`${who}, ${name}: console: ${complaint}`);
    await photograph(name);
  };
  const photograph = async (name: string) => {
    const picture = (await command('TakeScreenshot', { full: false })) as string;
    await writeFile(join(folder, `${who} ${name.replaceAll(/\W+/g, ' ').trim() || 'start'}.png`), picture, 'base64');
  };
  return {
    run,
    look,
    async open(path: string) {
      const { href, pathname } = new URL(path, origin);
      await command('Navigate', { url: href });
      await look(pathname);
    },
    async press(words: string) {
      await use(`(${allCalled(words)})[last()]`, 'ElementClick');
    },
    async fill(label: string, text: string) {
      await use(`(//*[@id = //label[normalize-space() = "${label}"]/@for])[last()]`, 'ElementSendKeys', { text });
    },
    see: (words: string) => until(() => find(anyWith(words))),
    async seeAgain(words: string) {
      await until(async () => {
        await command('Refresh');
        await find(anyWith(words));
      });
    },
    read: (expression: string) => run(`end(${expression})`) as Promise<string>,
    url: () => command('GetCurrentURL') as Promise<string>,
    async [Symbol.asyncDispose]() {
      await photograph('at the end');
      await browser[Symbol.asyncDispose]();
    },
  };
}

const anyWith = (words: string) => `//main//*[contains(normalize-space(text()), "${words}")]`;

const allCalled = (words: string) =>
  `//*[self::button or self::a or self::label or self::summary][normalize-space() = "${words}" or @aria-label = "${words}"]`;

const isStill = `
  const isWaiting = () => document.querySelector('#app:not([data-started]), [aria-busy="true"]') || /Loading/.test(document.body.innerText);
  const before = document.body.innerText;
  setTimeout(() => end(!isWaiting() && before === document.body.innerText), 400);`;

/** What sticks out of a phone, and rows of dialogs that are higher than what is in them. */
const measure = `
  const wrong = [];
  const { scrollWidth } = document.documentElement;
  if (scrollWidth > innerWidth) wrong.push('it is ' + scrollWidth + ' px wide on a screen of ' + innerWidth);
  for (const dialog of document.querySelectorAll('dialog[open]')) {
    const heights = () => [...dialog.children].map((row) => Math.round(row.getBoundingClientRect().height));
    const before = heights();
    dialog.style.alignContent = 'start';
    if (String(before) !== String(heights())) wrong.push('rows of ' + before + ' px hold ' + heights());
    dialog.style.alignContent = '';
  }
  end(wrong);`;
