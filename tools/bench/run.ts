/**
 * npm run bench: how this build fares against what it could be. Every ratio comes from one run on one machine, over loopback;
 * the absolute figures are that machine's. A missed target is printed as missed and is not an error.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureAdminTables } from './admin-tables.ts';
import { startBaseline } from './baseline-server.ts';
import { launchChromium } from './browser.ts';
import { measureGrowth } from './growth.ts';
import { measureInstallSize } from './install-size.ts';
import { measureLiveLatency } from './live-latency.ts';
import { measureLongItemList } from './long-item-list.ts';
import { measurePrinting, measureTagBatch } from './many-tags.ts';
import { measureAccepted, measureMessageFlood } from './message-flood.ts';
import { type Owner, signUpOwner } from './owner.ts';
import { measurePageBytes } from './page-bytes.ts';
import { measurePictureUpload } from './picture-upload.ts';
import { type HandbackServer, startServer } from './server.ts';
import { measureSignInUnderLoad } from './sign-in-under-load.ts';
import { measureAppStart, measureVisibleText } from './slow-3g.ts';
import { measureManyStreams, measureReturn } from './streams.ts';
import { markdownTable, type Row } from './table.ts';
import { measureTellingApart } from './telling-apart.ts';
import { measureThroughput } from './throughput.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

type Started = {
  baseline: Awaited<ReturnType<typeof startBaseline>>;
  server: HandbackServer;
  browser: Awaited<ReturnType<typeof launchChromium>>;
  owner: Owner;
  /** Of the owner's item. */
  path: string;
};

const { values: sizes, positionals: chosen } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, tags: { type: 'string', default: '100000' } },
  allowPositionals: true,
});

const steps: Record<string, (started: Started) => Promise<Row[]>> = {
  'bytes of the page': ({ browser, server, owner, baseline }) =>
    measurePageBytes(browser, server, owner, baseline.origin),
  'time to visible text': ({ browser, server, path, baseline }) =>
    measureVisibleText(browser, server, path, baseline.origin),
  'start of the app': ({ browser, server, owner }) => measureAppStart(browser, server, owner),
  'a long list of items': ({ browser, server }) => measureLongItemList(browser, server),
  throughput: ({ server, path }) => measureThroughput(server, path),
  'time to the live event': ({ server, owner, path }) => measureLiveLatency(server, owner, path),
  'size of the installation': measureInstallSize,
  'the return of live streams': ({ server, path }) => measureReturn(server, path),
  'many live streams': ({ server }) => measureManyStreams(server),
  'messages accepted': ({ server }) => measureAccepted(server),
  'a flood of messages': ({ server }) => measureMessageFlood(server),
  'picture upload': ({ server, owner, path }) => measurePictureUpload(server, owner, path),
  'addresses told apart by time': ({ server }) => measureTellingApart(server),
  printing: ({ server }) => measurePrinting(server),
  'a batch of tags': ({ server, owner, path }) => measureTagBatch(server, owner, path, Number(sizes.tags)),
  'tables of administration': ({ server, owner }) => measureAdminTables(server, owner, Number(sizes.rows)),
  growth: ({ browser, server, owner }) => measureGrowth(browser, server, owner),
  'signing in under load': ({ server }) => measureSignInUnderLoad(server),
};
const unknown = chosen.filter((name) => !(name in steps));
if (unknown.length > 0) {
  process.stderr.write(`There is no step “${unknown.join('”, “')}”. There are: ${Object.keys(steps).join(', ')}.\n`);
  process.exit(2);
}

const busyBefore = loadavg()[0]?.toFixed(1);
await using baseline = await startBaseline();
await using server = await startServer();
await using browser = await launchChromium();
const owner = await signUpOwner(server);
const started = { baseline, server, browser, owner, path: await owner.addItem() };
const rows: Row[] = [];
for (const [name, measure] of Object.entries(steps)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  process.stderr.write(`Measuring ${name} …\n`);
  try {
    rows.push(...(await measure(started)));
  } catch (error) {
    // What the others measure is worth its time.
    process.stderr.write(`${error instanceof Error ? error.stack : error}\n`);
    process.exitCode = 1;
  }
}
process.stdout.write(`${markdownTable(rows)}
Node ${process.version}, Chromium ${browser.version()}, ${availableParallelism()} cores, load before the run ${busyBefore}.
Baseline of bytes and of visible text: the page as a single-page app on the Firebase SDK.
`);
