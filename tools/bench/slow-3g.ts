import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { makeItem, type Person } from '../../test/make.ts';
import { timeToHeading } from './browser.ts';
import { heading, item } from './item.ts';
import { startScales } from './page-bytes.ts';
import { compare, median, type Row, type Started } from './table.ts';

const rounds = 3;

/** Time until the finder reads what was found, on slow 3G, with nothing in the browser's cache. */
export async function measureVisibleText({ browser, server, path, baseline }: Started): Promise<Row[]> {
  const times = await inTurn(browser, [server.url, baseline], path, heading);
  const row = compare({ figure: 'Finder’s page, visible text on slow 3G', ...times, inWords });
  return [{ ...row, target: { text: '≤ 1/8 of the baseline', met: times.ours / times.baseline <= 1 / 8 } }];
}

/** Time until the owner reads the first item, on slow 3G; and the same when the document brings nothing but the app's first script. */
export async function measureAppStart({ browser, server: { url }, owner }: Started): Promise<Row[]> {
  const path = '/items';
  await makeItem(owner, item);
  const document = await bareDocument(owner, path);
  await using bare = await startScales(url, { [path]: gzipSync(document) });
  const times = await inTurn(browser, [url, bare.origin], path, item.name, owner);
  const of = 'from a document that brings nothing';
  return [compare({ figure: 'My Items, visible on slow 3G', ...times, of, inWords, mostTimes: 0.6 })];
}

async function inTurn(browser: Browser, origins: [string, string], path: string, text: string, who?: Person) {
  const [ours, baseline]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await timeToHeading(browser, origins[0] + path, text, who));
    baseline.push(await timeToHeading(browser, origins[1] + path, text, who));
  }
  return { ours: median(ours), baseline: median(baseline) };
}

const inWords = (ms: number) => `${(ms / 1000).toFixed(2)} s`;

/** The document without the person, the items and the scripts of the page. */
async function bareDocument(owner: Person, path: string): Promise<string> {
  const html = await owner.read(path);
  const firstView = /(?<=<div data-until-start="loading"[^>]*>).*?(?=<\/div><div data-until-start="failure")/s;
  const pageScripts = /<link rel="modulepreload" href="\/assets\/(?!(en|de)-)[^>]*>/g;
  const bare = html.replace(firstView, 'Loading...').replaceAll(pageScripts, '');
  if (bare.includes(item.name) || bare.length === html.length) throw new Error('The document brings other things.');
  return bare;
}
