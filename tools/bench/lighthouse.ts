import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { temporaryFolder } from '../../test/e2e/started-product.ts';
import { makeItem } from '../../test/make.ts';
import type { Visitor } from '../../test/visitor.ts';
import { startProduct } from '../product.ts';
import { chromiumPath } from './browser.ts';
import { median, type Row } from './table.ts';

const run = promisify(execFile);
/** npm fetches it for this step and keeps it: with all that it needs it is as large as the product. */
const release = 'lighthouse@13.5.0';
const rounds = 5;
const mostOutput = 50_000_000;
/** Debian’s npm runs on an older Node.js than Lighthouse does. */
const ourNodeFirst = `${dirname(process.execPath)}:${process.env.PATH}`;

const pages = { '/': 98, '/buy': 98, '/signup': 95 };
const appPages = { '/items': 95, '/inbox': 95, '/profile': 95 };

/** How Lighthouse marks pages on a middling phone: the demo's home page and shop, and the pages of its owner. */
export async function measureWithLighthouse(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack();
  const dataDir = join(await temporaryFolder((end) => stack.defer(end)), 'data');
  await run('bin/demo', { env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' } });
  await using product = await startProduct({ dataDir, command: ['bin/start'], env: { LOG_LEVEL: 'silent' } });
  const owner = await product.owner();
  await makeItem(owner);
  const rows: Row[] = [];
  for (const [path, least] of Object.entries(pages)) rows.push(await mark(product.url, path, least));
  for (const [path, least] of Object.entries(appPages)) rows.push(await mark(product.url, path, least, owner));
  return rows;
}

async function mark(url: string, path: string, least: number, who?: Visitor): Promise<Row> {
  const reports: Report[] = [];
  for (let round = 0; round < rounds; round += 1) reports.push(await report(url + path, who));
  const of = (read: (report: Report) => number) => median(reports.map(read));
  const score = of(({ categories }) => categories.performance.score * 100);
  const others = (['accessibility', 'best-practices', 'seo'] as const).map(
    (name) => `${name} ${Math.round(of(({ categories }) => categories[name].score * 100))}`,
  );
  const blocked = Math.round(of(({ audits }) => audits['total-blocking-time'].numericValue));
  const shift = of(({ audits }) => audits['cumulative-layout-shift'].numericValue).toFixed(3);
  return {
    figure: `Lighthouse, mobile, ${path} (${others.join(', ')}; blocked ${blocked} ms, shift ${shift})`,
    ours: `${Math.round(score)}`,
    target: { text: `≥ ${least}`, met: Math.round(score) >= least },
  };
}

type Category = 'performance' | 'accessibility' | 'best-practices' | 'seo';
type Audit = 'total-blocking-time' | 'cumulative-layout-shift';
type Report = {
  categories: Record<Category, { score: number }>;
  audits: Record<Audit, { numericValue: number }>;
};

async function report(url: string, who?: Visitor): Promise<Report> {
  const cookie = [...(who?.cookies ?? [])].map((pair) => pair.join('=')).join('; ');
  const { stdout } = await run(
    'npm',
    [
      ...['exec', '--yes', `--package=${release}`, '--', 'lighthouse', url],
      ...['--quiet', '--output=json', '--no-enable-error-reporting'],
      '--chrome-flags=--headless=new --no-sandbox --disable-background-networking',
      ...(cookie ? [`--extra-headers=${JSON.stringify({ Cookie: cookie })}`] : []),
    ],
    { env: { ...process.env, PATH: ourNodeFirst, CHROME_PATH: chromiumPath() }, maxBuffer: mostOutput },
  );
  return JSON.parse(stdout);
}
