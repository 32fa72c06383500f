import { execFile } from 'node:child_process';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { adminOrdersPath, orderPath } from '../../paths/paths.ts';
import { temporaryFolder } from '../../test/e2e/started-product.ts';
import { makeItem } from '../../test/make.ts';
import { confirmPayment, orderOf } from '../../test/shop.ts';
import type { Visitor } from '../../test/visitor.ts';
import { startProduct } from '../product.ts';
import { chromiumPath } from './browser.ts';
import { promote } from './server.ts';
import { median, type Row } from './table.ts';

const run = promisify(execFile);
/** npm fetches it for this step and keeps it: with all that it needs it is as large as the product. */
const release = 'lighthouse@13.5.0';
const rounds = 5;
const mostOutput = 50_000_000;
/** Debian’s npm runs on an older Node.js than Lighthouse does. */
const ourNodeFirst = `${dirname(process.execPath)}:${process.env.PATH}`;

const higher: Record<string, number> = { '/': 98, '/buy': 98 };
const least = 95;
const pages = ['/', '/buy', '/product/key-ring', '/signup'];
const ownersPages = ['/items', '/inbox', '/profile'];
const administration = ['/admin', '/admin/orders', '/admin/products', '/admin/people', '/admin/tags', '/admin/shop'];

/** Within Germany, in cents. */
const demoDelivery = 290;

/** How Lighthouse marks pages on a middling phone: the demo's home page and shop, those of a buyer, of an owner, and of an administrator. */
export async function measureWithLighthouse(): Promise<Row[]> {
  await using stack = new AsyncDisposableStack();
  const dataDir = join(await temporaryFolder((end) => stack.defer(end)), 'data');
  await run('bin/demo', { env: { ...process.env, DATA_DIR: dataDir, LOG_LEVEL: 'silent' } });
  await using product = await startProduct({ dataDir, command: ['bin/start'], env: { LOG_LEVEL: 'silent' } });
  const owner = await product.owner();
  await makeItem(owner);
  const rows: Row[] = [];
  for (const path of pages) rows.push(await mark(product.url, path));
  for (const path of ownersPages) rows.push(await mark(product.url, path, owner));
  const admin = await product.owner();
  await promote(product, admin);
  const { products } = await admin.call('listProducts', {});
  const ring = products.find(({ slug }) => slug === 'key-ring');
  if (!ring) throw new Error('the demo sells no key-ring tags');
  const { secret } = await admin.call('placeOrder', orderOf(ring, { totalMinor: ring.priceMinor + demoDelivery }));
  const { orders } = await admin.call('listOrders', {});
  const [order] = orders;
  if (!order) throw new Error('the order is not listed');
  await confirmPayment(admin, order.id, order.totalMinor);
  admin.cookies.set('handback.cart', `${ring.id}*1*${ring.priceMinor}*${ring.currency}`);
  for (const path of ['/cart', '/checkout', orderPath(secret)]) rows.push(await mark(product.url, path, admin));
  for (const path of [...administration, adminOrdersPath(order.id)]) rows.push(await mark(product.url, path, admin));
  return rows;
}

async function mark(url: string, path: string, who?: Visitor): Promise<Row> {
  const wanted = higher[path] ?? least;
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
    target: { text: `≥ ${wanted}`, met: Math.round(score) >= wanted },
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
