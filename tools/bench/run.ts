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
import { measureWithLighthouse } from './lighthouse.ts';
import { measureLongItemList } from './long-item-list.ts';
import { measurePrinting, measureTagBatch } from './many-tags.ts';
import { measureAccepted, measureMessageFlood } from './message-flood.ts';
import { measurePageBytes } from './page-bytes.ts';
import { measurePictureUpload } from './picture-upload.ts';
import { addItem, startServer } from './server.ts';
import { measureSignInUnderLoad } from './sign-in-under-load.ts';
import { measureAppStart, measureVisibleText } from './slow-3g.ts';
import { measureLiveLatency, measureManyStreams, measureReturn } from './streams.ts';
import { type Measure, markdownTable, type Row } from './table.ts';
import { measureTellingApart } from './telling-apart.ts';
import { measureThroughput } from './throughput.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const { values, positionals: chosen } = parseArgs({
  options: { rows: { type: 'string', default: '1000000' }, tags: { type: 'string', default: '100000' } },
  allowPositionals: true,
});

const steps: Record<string, Measure> = {
  'bytes of the page': measurePageBytes,
  'time to visible text': measureVisibleText,
  'start of the app': measureAppStart,
  'a long list of items': measureLongItemList,
  throughput: measureThroughput,
  'time to the live event': measureLiveLatency,
  'size of the installation': measureInstallSize,
  'the return of live streams': measureReturn,
  'many live streams': measureManyStreams,
  'messages accepted': measureAccepted,
  'a flood of messages': measureMessageFlood,
  'picture upload': measurePictureUpload,
  'addresses told apart by time': measureTellingApart,
  printing: measurePrinting,
  'a batch of tags': measureTagBatch,
  'tables of administration': measureAdminTables,
  growth: measureGrowth,
  'signing in under load': measureSignInUnderLoad,
  lighthouse: measureWithLighthouse,
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
const owner = await server.owner();
const sizes = { rows: Number(values.rows), tags: Number(values.tags) };
const started = { baseline: baseline.origin, server, browser, owner, path: await addItem(owner), sizes };
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
