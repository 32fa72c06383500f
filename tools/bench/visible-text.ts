import type { Browser } from 'playwright-core';
import { heading } from './item.ts';
import { median } from './median.ts';
import type { HandbackServer } from './server.ts';
import { inSeconds, timeToHeading } from './slow-3g.ts';
import type { Row } from './table.ts';

const rounds = 3;
/** Time until the finder reads what was found, on slow 3G, with nothing in the browser's cache. */
export async function measureVisibleText(
  browser: Browser,
  server: HandbackServer,
  path: string,
  baselineOrigin: string,
): Promise<Row[]> {
  const ours: number[] = [];
  const baseline: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    ours.push(await timeToHeading(browser, server.origin + path, heading));
    baseline.push(await timeToHeading(browser, baselineOrigin + path, heading));
  }
  const ratio = median(ours) / median(baseline);
  return [
    {
      figure: 'Finder’s page, visible text on slow 3G',
      ours: inSeconds(median(ours)),
      baseline: inSeconds(median(baseline)),
      ratio,
      target: { text: '≤ 1/8 of the baseline', met: ratio <= 1 / 8 },
    },
  ];
}
