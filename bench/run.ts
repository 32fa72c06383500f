/**
 * npm run bench: how this build fares against what it could be. Every ratio comes from one run on one machine, over loopback;
 * the absolute figures are that machine's. A missed target is printed as missed and is not an error.
 */
import { availableParallelism, loadavg } from 'node:os';
import { startBaseline } from './baseline-server.ts';
import { launchChromium } from './chromium.ts';
import { measureGrowth } from './growth.ts';
import { measureInstallSize } from './install-size.ts';
import { measureLiveLatency } from './live-latency.ts';
import { signUpOwner } from './owner.ts';
import { measurePageBytes } from './page-bytes.ts';
import { measureReturn } from './returning-streams.ts';
import { startServer } from './server.ts';
import { measureSignInUnderLoad } from './sign-in-under-load.ts';
import { markdownTable, type Row } from './table.ts';
import { measureTellingApart } from './telling-apart.ts';
import { measureThroughput } from './throughput.ts';
import { measureVisibleText } from './visible-text.ts';

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const busyBefore = loadavg()[0]?.toFixed(1);
await using baseline = await startBaseline();
await using server = await startServer();
await using browser = await launchChromium();
const owner = await signUpOwner(server);
const path = await owner.addItem();

const rows: Row[] = [
  ...(await step('bytes of the page', () => measurePageBytes(browser, server, owner, baseline.origin))),
  ...(await step('time to visible text', () => measureVisibleText(browser, server, path, baseline.origin))),
  ...(await step('throughput', () => measureThroughput(server, path))),
  ...(await step('time to the live event', () => measureLiveLatency(server, owner, path))),
  ...(await step('size of the installation', measureInstallSize)),
  ...(await step('the return of live streams', () => measureReturn(server, path))),
  ...(await step('addresses told apart by time', () => measureTellingApart(server))),
  ...(await step('growth', () => measureGrowth(browser, server, owner))),
  ...(await step('signing in under load', () => measureSignInUnderLoad(server, owner))),
];
process.stdout.write(`${markdownTable(rows)}
Node ${process.version}, Chromium ${browser.version()}, ${availableParallelism()} cores, load before the run ${busyBefore}.
Baseline of bytes and of visible text: the page as a single-page app on the Firebase SDK.
`);

function step(name: string, measure: () => Promise<Row[]>): Promise<Row[]> {
  process.stderr.write(`Measuring ${name} …\n`);
  return measure();
}
