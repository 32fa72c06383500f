import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Period } from '../../../domain/today/contract/periods.ts';
import type { FunctionInput, FunctionOutput, OpenFunctionName } from '../../../functions/list.ts';
import { callFunction } from '../../core/data/call-function.ts';

/** The keys of administration's queries. Those below `needs` are read anew when a live event says so. */
export const adminKeys = {
  needs: ['needs'],
  dismissed: ['needs', 'dismissed'],
  tables: ['admin-table'],
  heldMessages: ['admin-table', 'held-messages'],
  opened: ['opened'],
  orders: ['orders'],
  products: ['products'],
  tag: ['tag'],
  tagBatch: ['tag-batch'],
  person: ['person'],
  pages: ['pages'],
  mailState: ['mail-state'],
  failedMails: ['failed-mails'],
} as const;

export const productChanges = [adminKeys.needs, adminKeys.products];
export const orderChanges = [adminKeys.orders, adminKeys.tables, adminKeys.products];

export const notCached = { meta: { notCached: true } };

/** None but the state of the mails and of the installation is kept on the device. */
function read<Name extends OpenFunctionName>(queryKey: readonly string[], name: Name, input: FunctionInput<Name>) {
  return queryOptions({ queryKey, queryFn: () => callFunction(name, input), ...notCached });
}

/** Read anew when the live stream says so, and each minute: what is late comes by itself. */
export const needsQuery = { ...read(adminKeys.needs, 'readToday', {}), staleTime: 0, refetchInterval: 60_000 };

const ofPeriod = { refetchInterval: 60_000, placeholderData: keepPreviousData };
export const statisticsQuery = (days: Period) => ({
  ...read([...adminKeys.needs, 'statistics', String(days)], 'readStatistics', { days }),
  ...ofPeriod,
});
export const turnoverQuery = (days: Period) => ({
  ...read([...adminKeys.needs, 'turnover', String(days)], 'readTurnover', { days }),
  ...ofPeriod,
});
export const searchQuery = (search: string) => ({
  ...read(['admin-search', search], 'searchAdministration', { search }),
  placeholderData: keepPreviousData,
});
export const healthQuery = { ...read(['health'], 'readHealth', {}), refetchInterval: 30_000, meta: {} };
export const versionQuery = {
  ...read(['health'], 'readHealth', {}),
  meta: {},
  staleTime: Number.POSITIVE_INFINITY,
  select: ({ version }: FunctionOutput<'readHealth'>) => version,
};
export const dismissedQuery = {
  queryKey: adminKeys.dismissed,
  queryFn: async () => (await callFunction('listHeldMessages', { limit: 1 })).dismissed,
  ...notCached,
};
export const mailStateQuery = { ...read(adminKeys.mailState, 'readMailState', {}), meta: {} };
export const siteStateQuery = read(['site-state'], 'readSiteState', {});
export const brandQuery = read(['brand'], 'readBrand', {});
export const languagesQuery = read(['languages'], 'readLanguages', {});
export const pagesQuery = read(adminKeys.pages, 'listPages', {});
export const shopSettingsQuery = read(['shop-settings'], 'readShopSettings', {});
/** What another administrator changed since is never overwritten by what was read before. */
export const productQuery = (id: string) => ({ ...read([...adminKeys.products, id], 'getProduct', { id }), gcTime: 0 });
export const orderQuery = (id: string) => read([...adminKeys.orders, id], 'getOrder', { id });
export const administeredItemQuery = (id: string) => read(['administered-item', id], 'getAdministeredItem', { id });
export const personQuery = (id: string) => read([...adminKeys.person, id], 'getPerson', { id });
export const tagQuery = (tag: string) => read([...adminKeys.tag, tag], 'getTag', { tag });
export const tagBatchQuery = (id: string) => read([...adminKeys.tagBatch, id], 'getTagBatch', { id });
