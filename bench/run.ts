/**
 * npm run bench: how this build fares against what it could be. Every ratio comes from one run on one machine, over loopback;
 * the absolute figures are that machine's. A missed target is printed as missed and is not an error.
 */
import { availableParallelism, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { measureAdminTables } from './admin-tables.ts';
import { measureAppStart } from './app-start.ts';
import { startBaseline } from './baseline-server.ts';
import { launchChromium } from './chromium.ts';
import { measureGrowth } from './growth.ts';
import { measureInstallSize } from './install-size.ts';
import { measureLiveLatency } from './live-latency.ts';
import { measureLongItemList } from './long-item-list.ts';
import { measureManyStreams } from './many-streams.ts';
import { measureAccepted, measureMessageFlood } from './message-flood.ts';
import { signUpOwner } from './owner.ts';
import { measurePageBytes } from './page-bytes.ts';
import { measurePictureUpload } from './picture-upload.ts';
import { measurePrinting } from './printing.ts';
import { measureReturn } from './returning-streams.ts';
import { startServer } from './server.ts';
import { measureSignInUnderLoad } from './sign-in-under-load.ts';
import { markdownTable, type Row } from './table.ts';
import { measureTagBatch } from './tag-batch.ts';
import { measureTellingApart } from './telling-apart.ts';
import { measureThroughput } from './throughput.ts';
import { measureVisibleText } from './visible-text.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values: sizes, positionals: chosen } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, tags: { type: 'string', default: '100000' } },
  allowPositionals: true,
});

const busyBefore = loadavg()[0]?.toFixed(1);
await using baseline = await startBaseline();
await using server = await startServer();
await using browser = await launchChromium();
const owner = await signUpOwner(server);
const path = await owner.addItem();

const steps: Record<string, () => Promise<Row[]>> = {
  'bytes of the page': () => measurePageBytes(browser, server, owner, baseline.origin),
  'time to visible text': () => measureVisibleText(browser, server, path, baseline.origin),
  'start of the app': () => measureAppStart(browser, server, owner),
  'a long list of items': () => measureLongItemList(browser, server),
  throughput: () => measureThroughput(server, path),
  'time to the live event': () => measureLiveLatency(server, owner, path),
  'size of the installation': measureInstallSize,
  'the return of live streams': () => measureReturn(server, path),
  'many live streams': () => measureManyStreams(server),
  'messages accepted': () => measureAccepted(server),
  'a flood of messages': () => measureMessageFlood(server),
  'picture upload': () => measurePictureUpload(server, owner, path),
  'addresses told apart by time': () => measureTellingApart(server),
  printing: () => measurePrinting(server),
  'a batch of tags': () => measureTagBatch(server, owner, path, Number(sizes.tags)),
  'tables of administration': () => measureAdminTables(server, owner, Number(sizes.rows)),
  growth: () => measureGrowth(browser, server, owner),
  'signing in under load': () => measureSignInUnderLoad(server),
};
const rows: Row[] = [];
for (const [name, measure] of Object.entries(steps)) {
  if (chosen.length > 0 && !chosen.includes(name)) continue;
  process.stderr.write(`Measuring ${name} …\n`);
  try {
    rows.push(...(await measure()));
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
