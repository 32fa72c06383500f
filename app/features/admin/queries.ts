import { keepPreviousData } from '@tanstack/react-query';
import type { Period } from '../../../domain/today/contract/periods.ts';
import type { FunctionOutput } from '../../../functions/list.ts';
import { functionQuery, onlineQuery } from '../../core/data/function-queries.ts';

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

/** Read anew when the live stream says so, and each minute: what is late comes by itself. */
export const needsQuery = { ...onlineQuery(adminKeys.needs, 'readToday', {}), staleTime: 0, refetchInterval: 60_000 };

const ofPeriod = { refetchInterval: 60_000, placeholderData: keepPreviousData };
export const statisticsQuery = (days: Period) => ({
  ...onlineQuery([...adminKeys.needs, 'statistics', String(days)], 'readStatistics', { days }),
  ...ofPeriod,
});
export const turnoverQuery = (days: Period) => ({
  ...onlineQuery([...adminKeys.needs, 'turnover', String(days)], 'readTurnover', { days }),
  ...ofPeriod,
});
export const searchQuery = (search: string) => ({
  ...onlineQuery(['admin-search', search], 'searchAdministration', { search }),
  placeholderData: keepPreviousData,
});
const health = functionQuery(['health'], 'readHealth', {});
export const healthQuery = { ...health, refetchInterval: 30_000 };
export const versionQuery = {
  ...health,
  staleTime: Number.POSITIVE_INFINITY,
  select: ({ version }: FunctionOutput<'readHealth'>) => version,
};
export const dismissedQuery = onlineQuery(adminKeys.dismissed, 'listHeldMessages', { limit: 1 });
export const mailStateQuery = functionQuery(adminKeys.mailState, 'readMailState', {});
export const siteStateQuery = onlineQuery(['site-state'], 'readSiteState', {});
export const brandQuery = onlineQuery(['brand'], 'readBrand', {});
export const languagesQuery = onlineQuery(['languages'], 'readLanguages', {});
export const pagesQuery = onlineQuery(adminKeys.pages, 'listPages', {});
export const shopSettingsQuery = onlineQuery(['shop-settings'], 'readShopSettings', {});
/** What another administrator changed since is never overwritten by what was read before. */
export const productQuery = (id: string) => ({
  ...onlineQuery([...adminKeys.products, id], 'getProduct', { id }),
  gcTime: 0,
});
export const orderQuery = (id: string) => onlineQuery([...adminKeys.orders, id], 'getOrder', { id });
export const administeredItemQuery = (id: string) =>
  onlineQuery(['administered-item', id], 'getAdministeredItem', { id });
export const personQuery = (id: string) => onlineQuery([...adminKeys.person, id], 'getPerson', { id });
export const tagQuery = (tag: string) => onlineQuery([...adminKeys.tag, tag], 'getTag', { tag });
export const tagBatchQuery = (id: string) => onlineQuery([...adminKeys.tagBatch, id], 'getTagBatch', { id });
