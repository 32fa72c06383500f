import { Readable } from 'node:stream';
import { z } from 'zod';
import { auditRequest } from '../domain/audit/contract/schema.ts';
import { listAuditEntries } from '../domain/audit/list-entries.ts';
import { recordAction } from '../domain/audit/record-action.ts';
import { listContactRequests } from '../domain/contact/contact-requests.ts';
import { itemsRequest } from '../domain/items/contract/administered-item.ts';
import { tagBatchesRequest } from '../domain/items/contract/tag-batch.ts';
import { listTagBatches } from '../domain/items/tag-batches.ts';
import { csvLines, utf8Mark } from '../domain/lists/contract/csv.ts';
import { maxPageSize } from '../domain/lists/contract/page-size.ts';
import { tableOrder } from '../domain/lists/contract/table.ts';
import { listReports } from '../domain/messages/report-conversation.ts';
import { heldMessagesRequest } from '../domain/moderation/contract/reading.ts';
import {
  contactRequestsRequest,
  reportsRequest,
  type Settled,
  tagReportsRequest,
} from '../domain/moderation/contract/reports.ts';
import { listHeldMessages } from '../domain/moderation/held-messages.ts';
import { lookUpItems } from '../domain/moderation/look-up-items.ts';
import { peopleRequest } from '../domain/people/contract/people.ts';
import { listPeople } from '../domain/people/list-people.ts';
import { listTagReports } from '../domain/reports/tag-reports.ts';
import { reviewsRequest } from '../domain/reviews/contract/schema.ts';
import { listReviews } from '../domain/reviews/moderate-reviews.ts';
import { decimals } from '../domain/shop/contract/money.ts';
import { ordersRequest } from '../domain/shop/contract/order-view.ts';
import { productsRequest } from '../domain/shop/contract/product.ts';
import { textIn } from '../domain/shop/contract/product-kinds.ts';
import { listProducts } from '../domain/shop/for-sale.ts';
import { listOrders } from '../domain/shop/list-orders.ts';
import type { PlainKey, Translations } from '../language/create-translations.ts';
import { translationsIn } from '../language/languages.ts';
import { tableFilePath } from '../paths/paths.ts';
import type { Page } from '../server/db/keyset.ts';
import type { Services } from '../server/services.ts';
import { forAdmin } from './define.ts';

type Cell = string | number | null;

type TableFile<Request, Row> = {
  request: z.ZodType<Request>;
  read(request: Request, services: Services, language: string): Promise<Page<Row> | 'bad-cursor'>;
  columns: [PlainKey, (row: Row, t: Translations) => Cell][];
};

const tableFile = <Request, Row>(file: TableFile<Request, Row>) => file as unknown as TableFile<unknown, unknown>;

function decided({ settled }: { settled: Settled | null }, t: Translations): string {
  return settled ? t(`moderation.decision-${settled.decision}`, { by: settled.by ?? '–' }) : t('reports.state-open');
}

const tableFiles = {
  people: tableFile({
    request: peopleRequest,
    read: listPeople,
    columns: [
      ['admin.email', ({ email }) => email],
      ['admin.name', ({ displayName }) => displayName],
      ['admin.signedUp', ({ createdAt }) => createdAt],
      ['admin.lastLogin', ({ lastLogin }) => lastLogin],
      ['peopleAdmin.state-admin', ({ isAdmin }, t) => t(isAdmin ? 'admin.yes' : 'admin.no')],
      ['peopleAdmin.state-disabled', ({ disabledAt }) => disabledAt],
      ['peopleAdmin.state-deleting', ({ deletedOn }) => deletedOn],
      ['admin.userId', ({ id }) => id],
    ],
  }),
  orders: tableFile({
    request: ordersRequest,
    read: listOrders,
    columns: [
      ['tagAdmin.orderNumber', ({ number }) => number],
      ['ordersAtOnce.state', ({ state }, t) => t('orderAdmin.state', { state })],
      ['ordersAtOnce.date', ({ createdAt }) => createdAt],
      ['ordersAtOnce.buyer', ({ name }) => name],
      ['ordersAtOnce.email', ({ email }) => email],
      ['ordersAtOnce.total', ({ totalMinor: minor, currency }) => decimals({ minor, currency })],
      ['ordersAtOnce.currency', ({ currency }) => currency],
      ['ordersAtOnce.withdrawn', ({ withdrawn }, t) => t(withdrawn ? 'admin.yes' : 'admin.no')],
    ],
  }),
  products: tableFile({
    request: productsRequest,
    read: listProducts,
    columns: [
      ['shopAdmin.nameEn', ({ names }) => textIn(names, 'en')],
      ['tableFile.nameDe', ({ names }) => names.de ?? ''],
      ['shopAdmin.slug', ({ slug }) => slug],
      ['tableFile.price', ({ priceMinor: minor, currency }) => decimals({ minor, currency })],
      ['ordersAtOnce.currency', ({ currency }) => currency],
      ['shopAdmin.tagsEach', ({ tagsEach }) => tagsEach],
      ['tableFile.stock', ({ stock }) => stock ?? '–'],
      ['shopAdmin.lowStock', ({ lowStock }) => lowStock],
      ['tableFile.hidden', ({ hidden }, t) => t(hidden ? 'admin.yes' : 'admin.no')],
      ['tableFile.archived', ({ archived }, t) => t(archived ? 'admin.yes' : 'admin.no')],
    ],
  }),
  reviews: tableFile({
    request: reviewsRequest,
    read: listReviews,
    columns: [
      ['reports.time', ({ createdAt }) => createdAt],
      ['tableFile.product', ({ productNames }, t) => textIn(productNames, t.language)],
      ['tagAdmin.orderNumber', ({ orderNumber }) => orderNumber],
      ['tableFile.stars', ({ stars }) => stars],
      ['admin.name', ({ name }) => name],
      ['peopleAdmin.language', ({ language }) => language],
      ['reports.words', ({ text }) => text],
      ['tableFile.answer', ({ answer }) => answer],
      ['tableFile.refusal', ({ refusal }) => refusal],
    ],
  }),
  'tag-batches': tableFile({
    request: tagBatchesRequest,
    read: listTagBatches,
    columns: [
      ['itemFile.name', ({ name }) => name],
      ['itemFile.note', ({ note }) => note],
      ['tagAdmin.howMany', ({ count }) => count],
      ['tagAdmin.madeCount', ({ made }) => made],
      ['tagAdmin.orderNumber', ({ order }) => order?.number ?? null],
      ['tagAdmin.begun', ({ createdAt }) => createdAt],
      ['tagAdmin.batch', ({ id }) => id],
    ],
  }),
  'held-messages': tableFile({
    request: heldMessagesRequest,
    read: listHeldMessages,
    columns: [
      ['heldAdmin.time', ({ sentAt }) => sentAt],
      ['heldAdmin.item', ({ itemName }) => itemName],
      ['heldAdmin.why', ({ heldReason }, t) => t(`thread.held-${heldReason}`)],
      ['heldAdmin.conversation', ({ conversationId }) => conversationId],
      ['heldAdmin.message', ({ id }) => id],
    ],
  }),
  items: tableFile({
    request: itemsRequest,
    read: lookUpItems,
    columns: [
      ['itemAdmin.name', ({ name }) => name],
      ['itemAdmin.owner', ({ owner }) => owner.email],
      ['itemAdmin.state', ({ state }, t) => t(`itemAdmin.state-${state}`)],
      ['itemAdmin.tags', ({ tags }) => tags.join(' ')],
      ['itemAdmin.added', ({ createdAt }) => createdAt],
      ['itemAdmin.changed', ({ changedAt }) => changedAt],
      ['itemAdmin.id', ({ id }) => id],
    ],
  }),
  reports: tableFile({
    request: reportsRequest,
    read: listReports,
    columns: [
      ['reports.time', ({ reportedAt }) => reportedAt],
      ['reports.about', ({ reason }, t) => t(`report.reason-${reason}`)],
      ['reports.item', ({ itemName }) => itemName],
      ['reports.from', ({ reporter }) => reporter],
      ['reports.words', ({ note }) => note],
      ['reports.state', decided],
      ['heldAdmin.conversation', ({ conversationId }) => conversationId],
    ],
  }),
  'tag-reports': tableFile({
    request: tagReportsRequest,
    read: listTagReports,
    columns: [
      ['reports.time', ({ reportedAt }) => reportedAt],
      ['reports.about', ({ reason }, t) => t(`reports.reason-${reason}`)],
      ['reports.code', ({ code }) => code],
      ['reports.words', ({ text }) => text],
      ['reports.state', decided],
      ['heldAdmin.conversation', ({ conversationId }) => conversationId],
    ],
  }),
  'contact-requests': tableFile({
    request: contactRequestsRequest,
    read: listContactRequests,
    columns: [
      ['reports.time', ({ sentAt }) => sentAt],
      ['reports.about', ({ topic }, t) => t(`reports.topic-${topic}`)],
      ['admin.name', ({ name }) => name],
      ['admin.email', ({ email }) => email],
      ['peopleAdmin.language', ({ language }) => language],
      ['reports.words', ({ text }) => text],
      ['reports.state', decided],
      ['reports.note', ({ note }) => note],
    ],
  }),
  audit: tableFile({
    request: auditRequest,
    read: listAuditEntries,
    columns: [
      ['auditAdmin.time', ({ at }) => at],
      ['auditAdmin.by', ({ by, byUid }) => by ?? byUid],
      ['auditAdmin.act', ({ act }) => act],
      ['auditAdmin.kind', ({ subjectKind }) => subjectKind],
      ['auditAdmin.subject', ({ subjectId }) => subjectId],
      ['auditAdmin.changes', ({ changes }) => JSON.stringify(changes)],
    ],
  }),
};

type TableName = keyof typeof tableFiles;
const tableNames = Object.keys(tableFiles) as [TableName, ...TableName[]];

const { search } = tableOrder(['any']);
/** Checked by the table. */
const text = z.string().optional();
const ascending = z.boolean().optional();

export const tableFileFunctions = {
  readTableFile: forAdmin({
    fresh: true,
    route: `GET ${tableFilePath('{table}')}`,
    countsItself: true,
    summary:
      'All rows of a table of administration that are searched for, as CSV. Cells that begin like a formula are made text.',
    input: z.object({ table: z.enum(tableNames), search, ascending, sort: text, state: text }),
    output: z.strictObject({ name: z.string(), type: z.literal('csv'), file: z.instanceof(Readable) }),
    run: async ({ user, language }, { table, ...order }, services) => {
      const file = tableFiles[table];
      const request = file.request.safeParse({ ...order, limit: maxPageSize });
      if (!request.success) return 'bad-input';
      await recordAction(services.db, { by: user, act: 'readTableFile', id: table });
      const lines = linesOf(file, request.data as object, translationsIn(language), services);
      return { name: `${table}.csv`, type: 'csv' as const, file: Readable.from(lines) };
    },
  }),
};

async function* linesOf(
  { read, columns }: TableFile<unknown, unknown>,
  request: object,
  t: Translations,
  services: Services,
): AsyncGenerator<string> {
  yield utf8Mark + csvLines([columns.map(([key]) => t(key))]);
  let after: string | undefined;
  do {
    const page = await read({ ...request, after }, services, t.language);
    if (page === 'bad-cursor') throw new Error('a cursor of our own was refused');
    yield csvLines(page.rows.map((row) => columns.map(([, cell]) => cell(row, t))));
    after = page.next;
  } while (after);
}
