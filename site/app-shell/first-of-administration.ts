import { Refusal } from '../../functions/define.ts';
import type { FunctionInput, FunctionName } from '../../functions/list.ts';
import { type AppPageName, appPages } from '../../paths/app-pages.ts';
import type { FirstData } from '../../ui/first-data.ts';
import { callFor, type SiteContext } from '../http/visitor.ts';

type Answers = FirstData['answers'];

const ask =
  <Name extends FunctionName>(key: string[], name: Name, input: FunctionInput<Name>, isList = false) =>
  async (c: SiteContext): Promise<Answers> => {
    const answer: unknown = await callFor(c, name, input);
    if (answer instanceof Refusal) return [];
    return [[key, isList ? asList(answer as object) : answer]];
  };

/** As the app keeps a list: what it found so far, and where it goes on. */
function asList(answer: object & { next?: string }) {
  return { rows: Object.values(answer).find(Array.isArray), next: answer.next };
}

const tableKey = (name: string) => ['admin-table', name, '{}'];

/** What each page asks for first when nothing is searched for. */
const asked: Partial<Record<AppPageName, ReturnType<typeof ask>[]>> = {
  admin: [
    ask(['needs'], 'readToday', {}),
    ask(['needs', 'turnover', '30'], 'readTurnover', { days: 30 }),
    ask(['needs', 'statistics', '30'], 'readStatistics', { days: 30 }),
  ],
  adminOrders: [ask(tableKey('orders'), 'listOrders', { ascending: false }, true)],
  adminProducts: [ask(['needs', ...tableKey('products')], 'listProducts', { ascending: true }, true)],
  adminReviews: [ask(['needs', ...tableKey('reviews')], 'listReviews', { ascending: false }, true)],
  adminTags: [ask(tableKey('tag-batches'), 'listTagBatches', { ascending: false }, true)],
  adminItems: [ask(tableKey('items'), 'lookUpItems', { ascending: false }, true)],
  adminPeople: [ask(tableKey('people'), 'listPeople', { ascending: false }, true)],
  adminAudit: [ask(tableKey('audit'), 'listAuditEntries', { ascending: false }, true)],
};

/** Refusals are left out: the app asks again, and says what is wrong. */
export async function firstOfAdministration(c: SiteContext, page: AppPageName): Promise<Answers> {
  if (appPages[page].only !== 'admin') return [];
  const order = page === 'adminOrders' && c.req.query('order');
  const hasQuery = new URL(c.req.url).search !== '';
  const ofPage = order ? [ask(['orders', order], 'getOrder', { id: order })] : hasQuery ? [] : (asked[page] ?? []);
  const all = [ask(['second-factors'], 'getSecondFactors', {}), ...ofPage];
  return (await Promise.all(all.map((each) => each(c)))).flat();
}
