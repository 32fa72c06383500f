import { type SitePageName, sitePages } from './site-pages.ts';

/** The path of every page. A route gives `:name` for a parameter; anything else consists of letters, digits, - and _. */

export function homePath(anchor?: 'found' | 'scanned'): string {
  return anchor ? `/#${anchor}` : '/';
}

export function staticPath(page: SitePageName, anchor?: string): string {
  return sitePages[page].path + (anchor ? `#${anchor}` : '');
}

export const contactAboutTagPath = (code: string) => `${withQuery('/contact', { tag: code })}#write`;

export const buyPath = (after?: string) => withQuery('/buy', { after });
export const productPath = (slug: string) => `/product/${slug}`;
/** The published reviews. @param product the slug of the one that they are about, all without it; `after`: the cursor of the list */
export const reviewsPath = (options: { product?: string | undefined; after?: string | undefined } = {}) =>
  withQuery('/reviews', options);
/** Pages that show what is for sale. */
export const isShopPath = (path: string) => /^\/(?:(?:buy|product|reviews)?$|product\/)/.test(path);
export const cartPath = () => '/cart';
/** The picture that others show beside a link. @param content what is on it, with its code */
export const logoPath = (id: string) => `/logo/${id}.png`;
export const socialPicturePath = (content: string) => `/social/${content}.png`;
export const addToCartPath = () => '/cart/add';
export const removeFromCartPath = () => '/cart/remove';
export const checkoutPath = () => '/checkout';

export const languagePath = (to?: string) => withQuery('/language', { to });

export const themePath = () => '/theme';

/** Browsers ask for the manifest without cookies: its address says the language. */
export const manifestPath = (language?: string) => withQuery('/manifest.webmanifest', { lang: language });

/** What was typed into an address: no header takes a line break or a zero byte. */
const segment = (typed: string) => typed.replace(/[\0-\x20\x7f]/g, encodeURIComponent);

/** @param step where a form of the page, or a link on it, leads */
export const itemPath = (hash: string, step?: 'whose' | 'restored' | 'report' | 'preview') =>
  ['/item', segment(hash), ...(step ? [step] : [])].join('/');
/** For its owner, and those who share it: the page as finders see it. */
export const previewPath = (hash: string) => itemPath(hash, 'preview');
/** What messengers show beside a link to the page of a published loss. */
export const lostPicturePath = (hash: string) => `${itemPath(hash)}/lost.jpg`;
export const qrPath = (hash: string, format: 'svg' | 'png', millimetres?: number) =>
  withQuery(`${itemPath(hash)}/qr.${format}`, { mm: millimetres?.toString() });

export const conversationPath = (secret: string, after?: string) =>
  withQuery(`/conversation/${segment(secret)}`, { after });
type ConversationStep = 'read' | 'challenge' | 'place' | 'delete' | 'report';
export const conversationStepPath = (secret: string, step: ConversationStep) => `${conversationPath(secret)}/${step}`;
export const conversationPicturesPath = (secret: string, key?: string) =>
  withQuery(`${conversationPath(secret)}/pictures`, { key });
export const conversationPicturePath = (secret: string, id: string, side: string) =>
  `${conversationPicturesPath(secret)}/${id}/${side}.webp`;
/** Where the finder chooses how to be told of replies. @param code of the mail that asks to confirm the address */
export const conversationRepliesPath = (
  secret: string,
  step?: 'confirm' | 'end' | 'phone' | 'phone/end',
  code?: string,
) => withQuery([conversationPath(secret), 'replies', ...(step ? [step] : [])].join('/'), { code });

/** Leads on to the operator's map, or that of OpenStreetMap. */
export const mapPath = (latitude: number | string, longitude: number | string) => `/map/${latitude}/${longitude}`;

export const filePath = (id: string, content: string) => `/files/${id}/${content}`;
export const sentPicturePath = (id: string, side: string) => filePath(id, `sent-${side}.webp`);
export const reportedPicturePath = (id: string, side: string) => filePath(id, `reported-${side}.webp`);
export const picturePath = (id: string, side: 320 | 1600) => filePath(id, `${side}.webp`);

/** As it is printed: capitals make the QR code smaller. */
export const tagPath = (code: string) => `/T/${code.toUpperCase()}`;

/**
 * @param code known already; behind #, which browsers keep to themselves
 * @param item id of the item that the tag is put on
 */
export const activatePath = (code?: string, item?: string) =>
  withQuery('/activate', { item }) + (code ? `#${code}` : '');
/** Asks for the code of any tag. */
export const typeCodePath = () => '/activate?code=';

const finderPath = /^\/(item|conversation|t)\//i;
export const isFinderPath = (path: string) => finderPath.test(path);

export function signInPath({ next, reason }: { next?: string; reason?: string | undefined } = {}): string {
  return reason === 'timeout' ? timeoutPath() : withQuery('/signin', { reason, next });
}

/** Where a session ends that nobody used; the page says why, and leads nowhere else (C-4.10). */
export const timeoutPath = () => '/signin?timeout=true';

/** @param options `next`: where somebody without an account was going */
export const signUpPath = (options: { next?: string | undefined } = {}) => withQuery('/signup', options);
/** @param token of the link in a mail; so below
 * @param next where somebody was going who signed up */
export const emailVerificationPath = (token?: string, next?: string) =>
  withQuery('/auth/emailverification', { token, next });
export const resetPath = (token?: string) => withQuery('/auth/reset', { token });
export const keepAccountPath = (token?: string) => withQuery('/auth/keep-account', { token });

export const unsubscribePath = (token?: string) => withQuery('/unsubscribe', { token });

export const invitationPath = (token?: string) => withQuery('/invitation', { token });

export const itemsPath = () => '/items';
export const selectItemsPath = () => '/items?select=';
export const archivePath = () => '/items?archived=';
export const newItemPath = () => '/items/new';
/** The same; once the tag is made, it is printed. */
export const firstPrintPath = () => `${newItemPath()}?then=print`;
export const printAtHomePath = () => signUpPath({ next: firstPrintPath() });
export const importItemsPath = () => '/items/import';
export const exportItemsPath = (filter: { search?: string; category?: string } = {}) =>
  withQuery('/items/export', filter);
export const scanPath = () => '/items/scan';
export const unassignedTagsPath = () => '/items/blank';
export const printUnassignedTagsPath = () => '/items/print?blank=';
export const printPath = (item?: string) => withQuery('/items/print', { item });
/** @param order what `previewTags` takes */
export const printPreviewPath = (order?: object) =>
  withQuery('/items/print/preview.svg', { data: order && JSON.stringify(order) });
export const proofPath = () => '/items/proof';
export const printFoundPath = (search: string) => withQuery('/items/print', { search });
export const printOnPath = (sheet: string) => withQuery('/items/print', { sheet });
export const labelTemplatesPath = (template?: string) => withQuery('/items/print/templates', { template });
export const posterPath = () => '/items/poster';
export const posterPreviewPath = (order?: object) =>
  withQuery('/items/poster/preview.svg', { data: order && JSON.stringify(order) });
export const codesPath = () => '/items/codes';
export const openItemPath = (id: string) => `/items/${id}`;
export const editItemPath = (id: string) => `/items/${id}/edit`;
export const finderViewPath = (id: string) => `/items/${id}/finder`;
export const lossPath = (id: string) => `/items/${id}/loss`;
export const itemDocumentsPath = (id: string) => `/items/${id}/documents`;
export const shareItemPath = (id: string) => `/items/${id}/share`;
export const handOverItemPath = (id: string) => `/items/${id}/hand-over`;
export const inboxPath = (filter: { show?: 'unread' | 'archived' | undefined; item?: string | undefined } = {}) =>
  withQuery('/inbox', filter);
export const threadPath = (conversationId: string) => `/inbox/${conversationId}`;
export const profilePath = (section?: 'account' | 'security' | 'notifications' | 'language' | 'data') =>
  section ? `/profile/${section}` : '/profile';
export const askSignOutPath = () => `${profilePath()}#sign-out`;
export const exportPath = () => '/profile/export';
export const adminPath = (file?: string) => withQuery('/admin', { file });
export const adminBrandPath = () => '/admin/brand';
export const brandPreviewPath = () => `${adminBrandPath()}/preview`;
export const adminPagesPath = () => '/admin/pages';
export const editPagePath = (page: string, language?: string) => withQuery(`/admin/pages/${page}`, { language });
export const pagePreviewPath = (page: string, language?: string) =>
  withQuery(`${editPagePath(page)}/preview`, { language });
export const defaultWordsPath = (page: string, language?: string) =>
  withQuery(`${editPagePath(page)}/default`, { language });
export const adminSitePath = () => '/admin/site';
/** @param kind what people told: `report` of a conversation, `tag-report`, `contact-request` or `held-message` */
export const adminReportsPath = (kind?: string) => withQuery('/admin/reports', { kind });
export const adminReadingPath = (conversation: string, about: { kind: string; id: string }) =>
  withQuery('/admin/reports', { conversation, kind: about.kind, about: about.id });
export const adminHealthPath = () => '/admin/health';
export const adminShopPath = () => '/admin/shop';
export const adminOrdersPath = (order?: string) => withQuery('/admin/orders', { order });
export const adminOrdersInPath = (state: string) => withQuery('/admin/orders', { state });
export const packingListPath = (ids?: string[]) => withQuery('/admin/packing-list.pdf', { orders: ids?.join('.') });
export const adminReviewsPath = () => '/admin/reviews';
/** @param shown `product`: the id of one to change, or `new` */
export const adminProductsPath = (shown: { product?: string; state?: string } = {}) =>
  withQuery('/admin/products', shown);

export const ownOrdersPath = () => '/orders';

/** What the address of an order's page may say was just done. */
export const orderDone = ['placed', 'withdrawn', 'returned', 'unpaid', 'no-card', 'reviewed', 'unreviewed'] as const;
export type DoneWithOrder = (typeof orderDone)[number];
export const orderPath = (secret: string, done?: DoneWithOrder) => withQuery(`/order/${segment(secret)}`, { done });
export const orderPaymentPath = (secret: string) => `/order/${secret}/pay`;
export const stripeWebhookPath = () => '/webhooks/stripe';
export const orderWithdrawalPath = (secret: string) => `/order/${secret}/withdraw`;
export const reviewPath = (secret: string, productId: string) => `/order/${secret}/reviews/${productId}`;
export const deleteReviewPath = (secret: string, productId: string) => `${reviewPath(secret, productId)}/delete`;
export const invoicePath = (secret: string, number: string) => `/order/${secret}/invoices/${number}.pdf`;
export const orderInvoicePath = (id: string, number: string) => `/admin/orders/${id}/invoices/${number}.pdf`;
export const adminItemsPath = (item?: string) => withQuery('/admin/items', { item });
export const adminPeoplePath = (person?: string) => withQuery('/admin/people', { person });
export const adminTagsPath = (shown: { batch?: string; tag?: string } = {}) => withQuery('/admin/tags', shown);
export const tagMapPath = (format: string) => `/admin/tags/map/${format}`;
export const tagBatchFilePath = (id: string, file: string, print: { part?: string; sheet?: string } = {}) =>
  withQuery(`/admin/tags/batches/${id}/${file}`, print);
export const adminAuditPath = (search?: string) => withQuery('/admin/audit', { search });
export const searchedPath = (list: string, search: string) => withQuery(`/admin/${list}`, { search });
export const tableFilePath = (table: string, order: Record<string, string | undefined> = {}) =>
  withQuery(`/admin/tables/${table}`, order);
/** What is printed for an order: `slip.pdf`, `tags.pdf`, `tags.zip`, `tags.csv`, `gift-cards.pdf`. */
export const orderFilePath = (id: string, file: string) => `/admin/orders/${id}/files/${file}`;

function withQuery(path: string, query: Record<string, string | undefined>): string {
  const given = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined);
  return given.length > 0 ? `${path}?${new URLSearchParams(given)}` : path;
}
