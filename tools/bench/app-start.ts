import { gzipSync } from 'node:zlib';
import type { Browser } from 'playwright-core';
import { item } from './item.ts';
import { median } from './median.ts';
import type { Owner } from './owner.ts';
import { startScales } from './scales.ts';
import type { HandbackServer } from './server.ts';
import { inSeconds, timeToHeading } from './slow-3g.ts';
import type { Row } from './table.ts';

const rounds = 3;
const path = '/items';
const mostTimes = 0.6;

/** Time until the owner reads the first item, on slow 3G; and the same when the document brings nothing but the app's first script. */
export async function measureAppStart(browser: Browser, server: HandbackServer, owner: Owner): Promise<Row[]> {
  await owner.addItem();
  const document = await bareDocument(server.origin + path, owner.cookie);
  await using bare = await startScales(server.origin, { [path]: gzipSync(document) });
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await timeToHeading(browser, server.origin + path, item.name, owner.cookie));
    baseline.push(await timeToHeading(browser, bare.origin + path, item.name, owner.cookie));
  }
  const ratio = median(ours) / median(baseline);
  return [
    {
      figure: 'My Items, visible on slow 3G',
      ours: inSeconds(median(ours)),
      baseline: `${inSeconds(median(baseline))} (from a document that brings nothing)`,
      ratio,
      target: { text: `≤ ${mostTimes}`, met: ratio <= mostTimes },
    },
  ];
}

/** The document without the person, the items and the scripts of the page. */
async function bareDocument(url: string, cookie: string): Promise<string> {
  const html = await (await fetch(url, { headers: { cookie } })).text();
  const firstView = /(?<=<div data-until-start="loading"[^>]*>).*?(?=<\/div><div data-until-start="failure")/s;
  const pageScripts = /<link rel="modulepreload" href="\/assets\/(?!(en|de)-)[^>]*>/g;
  const bare = html.replace(firstView, 'Loading...').replaceAll(pageScripts, '');
  if (bare.includes(item.name) || bare.length === html.length) throw new Error('The document brings other things.');
  return bare;
}
