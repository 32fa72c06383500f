import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { refusalStatuses } from '../paths/api.ts';
import { posterPreviewPath, printPreviewPath } from '../paths/paths.ts';
import { startApp } from '../test/app.ts';
import { drawPicture, labelMeasures, password, signIn } from '../test/make.ts';
import {
  askDeletionAgain,
  cards,
  deliverAllOrders,
  type Extras,
  makeHandoversUnused,
  makeInvitationsUnused,
  makeLinksUnused,
  makePasskeys,
  makeProblems,
  makePushDevices,
  makeTargets,
  makeWorld,
  markReturned,
  missing,
  noteOrders,
  openPaymentPages,
  type Person,
  payOrders,
  persons,
  renewOrders,
  reviewAllOrders,
  setOrders,
  type Target,
  type Targets,
  type Things,
  takeChanges,
  targets,
  type World,
  watchRows,
} from '../test/matrix.ts';
import { newSubscription, nowhere } from '../test/push-service.ts';
import { liftLimits } from '../test/shared-app.ts';
import { keyRing } from '../test/shop.ts';
import { unzip } from '../test/unzip.ts';
import type { Answered, Visitor } from '../test/visitor.ts';
import type { FunctionDefinition } from './define.ts';
import { type FunctionName, functions, type OpenFunctionName } from './list.ts';

/**
 * What comes of it: `ok` has a result and may change things; `nothing` has one too, but neither tells nor changes anything;
 * the others are refusals.
 */
type Cell = 'ok' | 'nothing' | 'invalid-argument' | 'unauthenticated' | 'permission-denied' | 'not-found' | 'aborted';

type Row = Extras & {
  /** Makes ready what each try uses up. */
  prepare?(world: World): Promise<void>;
  data(things: Things): object;
  /** For a function with a route of its own. */
  through?(person: Visitor, data: object): Promise<Response>;
  /** What an answer may tell of the things asked about, even when they are somebody else's. */
  tells?(things: Things, unknown: string[]): string[];
  /** Whose rows it may change besides. */
  changes?(things: Things): string[];
  /** The same for all five targets, or one each: own, others', deleted, missing, malformed. */
  cells: Record<Person, Cell | [own: Cell, others: Cell, deleted: Cell, missing: Cell, malformed: Cell]>;
};

const key = () => crypto.randomUUID();

const byAuth = (path: string) => (person: Visitor, data: object) => person.auth(path, data);

const noCredential = { id: 'none', response: {} };

const picture = await drawPicture();
const byUpload = (name: string) => (person: Visitor, data: object) => person.upload(name, data, picture);
const byItemFile = (name: string) => (person: Visitor, data: object) =>
  person.upload(name, data, new TextEncoder().encode('name\nKeys\n'));
const byFiles = (person: Visitor, data: object) => person.get(`/files/${encodeURI((data as { path: string }).path)}`);

const nobody = { visitor: 'unauthenticated', finder: 'unauthenticated', unverified: 'unauthenticated' } as const;
/** @param member the cells of somebody with whom the owner's items are shared, where they differ */
const accounts = <Cells>(cells: Cells, member = cells) => ({
  ...nobody,
  owner: cells,
  otherOwner: cells,
  administrator: cells,
  member,
});

/** About the caller alone. */
const forMe = accounts('ok' as const);
const forAdministrators = { ...accounts('permission-denied' as const), administrator: 'ok' as const };
/** A deleted item is gone for its owner too. */
const notMine: Row['cells'][Person] = ['not-found', 'not-found', 'not-found', 'not-found', 'invalid-argument'];
const byOrder = (person: Visitor, data: object) => person.get(`/order/${encodeURI((data as { path: string }).path)}`);
const byOrderFile = (person: Visitor, data: object) =>
  person.get(`/admin/orders/${encodeURI((data as { path: string }).path)}`);
const wantedOrder = () => ({
  key: key(),
  email: `${key()}@example.com`,
  address: { country: 'DE', name: 'Kim', line1: 'Weg 1', zip: '10115', city: 'Berlin' },
  lines: [{ productId: 'no-product', quantity: 1, unitMinor: 100 }],
  totalMinor: 100,
});
const mine: Row['cells'][Person] = ['ok', 'not-found', 'not-found', 'not-found', 'invalid-argument'];
/** Sharing an item is no right to change it. */
const myItem = accounts(mine, notMine);
const sharedItem = accounts(notMine, mine);
const myTemplate = myItem;
/** A conversation outlives its item, for the owner. */
const myTalk = accounts<Row['cells'][Person]>(['ok', 'not-found', 'ok', 'not-found', 'invalid-argument'], mine);
/** The owner's alone, also when the item is deleted. */
const mineAlsoDeleted = { ...myTalk, member: notMine };
/** To whoever may not see it, there is no such file. */
const notMyFile: Row['cells'][Person] = 'not-found';
const myFile = accounts<Row['cells'][Person]>(['ok', 'not-found', 'not-found', 'not-found', 'not-found'], notMyFile);

const noTag: Row['cells'][Person] = ['not-found', 'not-found', 'not-found', 'not-found', 'invalid-argument'];
const noSecret: Row['cells'][Person] = 'not-found';
/** Only the bearer of the secret; an account is none, and even the owner's has no part in it. The unverified one's token is refused first. */
const finders: Row['cells'] = {
  visitor: noSecret,
  finder: ['ok', 'not-found', 'ok', 'not-found', 'not-found'],
  unverified: 'unauthenticated',
  owner: noSecret,
  otherOwner: noSecret,
  administrator: noSecret,
  member: noSecret,
};
/** A retired tag is no longer anybody's to activate. */
const myUnassignedTag = myItem;
/** Whoever holds a tag may write to its owner, as long as it is in use. */
const anyTag: Row['cells'][Person] = ['ok', 'ok', 'not-found', 'not-found', 'not-found'];
/** Owners do not write to themselves. */
const anyTagOfOthers: Row['cells'][Person] = ['aborted', 'ok', 'not-found', 'not-found', 'not-found'];
/** Whoever bears the token of the mail undoes the deletion, signed in or not. */
const anyToken: Row['cells'][Person] = ['ok', 'ok', 'not-found', 'not-found', 'invalid-argument'];

/** The owner's item may be gone: the address is still theirs who were written to. */
const invited = accounts<Row['cells'][Person]>(
  ['aborted', 'ok', 'not-found', 'not-found', 'not-found'],
  ['ok', 'ok', 'not-found', 'not-found', 'not-found'],
);

/** Whoever bears the token of a mail's link may read and use it, signed in or not: the mail came to them. */
const anyLink: Row['cells'][Person] = ['ok', 'ok', 'unauthenticated', 'unauthenticated', 'unauthenticated'];
/** Every address gets the same answer, whoever asks and whosever it is. */
const anyAddress: Row['cells'][Person] = ['ok', 'ok', 'ok', 'ok', 'invalid-argument'];
const everybody = <Cells>(cells: Cells) => ({
  ...accounts(cells),
  visitor: cells,
  finder: cells,
  unverified: cells,
});

const makeRing = async ({ app: { services } }: World) => {
  const ring = { ...keyRing, id: 'ring', names: JSON.stringify(keyRing.names), descriptions: '{}', stock: 1 };
  await services.db
    .insertInto('products')
    .values({ ...ring, currency: 'EUR' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ archivedAt: null }))
    .execute();
};

const about = { page: 'about', language: 'en' };
const words = { documentTitle: 'Who we are', description: 'Us.', title: 'Who we are', lead: '', text: 'We are we.' };
const storeLogo = async ({ app }: World) => {
  const value = JSON.stringify({ logo: 'https://handback.test/logo/old.png' });
  await sql`insert into settings (key, value) values ('brand', ${value})
    on conflict (key) do update set value = settings.value || excluded.value`.execute(app.services.db);
};
const forgetPages = async ({ app: { services } }: World) => {
  for (const table of ['pageDrafts', 'pageVersions'] as const) await services.db.deleteFrom(table).execute();
};
const makeDraft = async (world: World) => {
  await forgetPages(world);
  const draft = { ...about, revision: 1, words: JSON.stringify(words), savedAt: new Date() };
  await world.app.services.db.insertInto('pageDrafts').values(draft).execute();
};

/** A mail that was given up. */
const makeFailedMail = async ({ app: { services } }: World) => {
  const { db } = services;
  await sql`delete from outgoing_mails where id = 1000000`.execute(db);
  await sql`
    insert into outgoing_mails (id, message_id, purpose, to_name, to_address, subject, text, html, failed_at, last_error_at)
    overriding system value values (1000000, 'troubled', 'test', '', 'nobody@example.org', '', '', '', now(), now())`.execute(
    db,
  );
};

const holdMessages = async ({ app: { services } }: World) => {
  await services.db.deleteFrom('pendingNotifications').execute();
  await sql`update web_messages set held_reason = 'too-many' where author = 'finder'`.execute(services.db);
};

const makeContactRequest = async ({ app: { services } }: World) => {
  const request = { id: 'asked', uid: null, name: '', email: 'kim@example.org', topic: 'else', text: 'Hello' } as const;
  await services.db
    .insertInto('contactRequests')
    .values({ ...request, language: 'en', heldReason: null, creationKey: 'asked' })
    .onConflict((conflict) => conflict.column('id').doUpdateSet({ settledAt: null }))
    .execute();
};

const deliverOrders = async (world: World) => {
  await makeRing(world);
  await deliverAllOrders(world);
};

const reviewOrders = async (world: World) => {
  await deliverOrders(world);
  await reviewAllOrders(world);
};

/** Whoever bears the secret of an order, signed in or not. */
const buyers: Row['cells'] = {
  ...everybody<Row['cells'][Person]>(['ok', 'ok', 'ok', 'not-found', 'not-found']),
  unverified: 'unauthenticated',
};
const orderWork: Row['cells'] = {
  ...forAdministrators,
  administrator: ['ok', 'ok', 'ok', 'not-found', 'invalid-argument'],
};
/** Of several orders: of one that is missing, the answer says so. */
const ordersWork: Row['cells'] = {
  ...forAdministrators,
  administrator: ['ok', 'ok', 'ok', 'ok', 'invalid-argument'],
};

/** None of the things that the rows are about has one. */
const ofNoBatch: Row['cells'] = { ...forAdministrators, administrator: 'not-found' };

/** The same row for functions that are asked about the same. */
const each = <Name extends FunctionName>(names: Name[], row: Row) =>
  Object.fromEntries(names.map((name) => [name, row])) as Record<Name, Row>;

/** One row a function: without it, this file does not compile. */
const matrix: Record<FunctionName, Row> = {
  ...each(
    [
      'listItems',
      'listUnassignedTags',
      'listLabelTemplates',
      'listConversations',
      'countUnread',
      'listHandedOver',
      'listSharedItems',
      'listSessions',
      'getNotificationSettings',
      'listPushDevices',
      'listOwnOrders',
      'getSecondFactors',
      'getFirstSteps',
      'endFirstSteps',
      'askForPasskey',
      'offerPasskey',
    ],
    { data: () => ({}), cells: forMe },
  ),
  ...each(
    [
      'readShopSettings',
      'listProducts',
      'readBrand',
      'readLanguages',
      'listPages',
      'listTagBatches',
      'listContactRequests',
      'readHealth',
      'readMailState',
      'sendTestMail',
      'readSiteState',
      'readToday',
      'listOrders',
      'listReviews',
      'checkSecondFactor',
      'offerAuthenticatorApp',
    ],
    { data: () => ({}), cells: forAdministrators },
  ),
  ...each(
    [
      'listTagReports',
      'listReports',
      'listHeldMessages',
      'lookUpItems',
      'listPeople',
      'listAuditEntries',
      'searchAdministration',
    ],
    {
      data: () => ({}),
      tells: (_, unknown) => unknown,
      cells: forAdministrators,
    },
  ),
  ...each(
    [
      'getItem',
      'markItemLost',
      'markItemReturned',
      'undoItemReturned',
      'listItemStates',
      'archiveItem',
      'unarchiveItem',
      'unpublishLoss',
      'listInvitations',
      'listItemMembers',
    ],
    { data: ({ itemId }) => ({ id: itemId }), cells: myItem },
  ),
  ...each(
    ['blockConversation', 'unarchiveConversation', 'muteConversation', 'unmuteConversation', 'unblockConversation'],
    { data: ({ conversationId }) => ({ id: conversationId }), cells: mineAlsoDeleted },
  ),
  readTag: {
    data: ({ hash }) => ({ hash }),
    // A tag is for whoever scans it; who wrote about it is not.
    tells: ({ traces, conversationId }) => traces.filter((trace) => trace !== conversationId),
    cells: { ...everybody('ok' as const), unverified: 'unauthenticated' },
  },
  reportFound: {
    data: ({ hash }) => ({ hash, key: key(), text: 'Found it.' }),
    changes: ({ memberUid }) => [memberUid],
    cells: {
      visitor: anyTag,
      finder: anyTag,
      unverified: 'unauthenticated',
      owner: anyTagOfOthers,
      otherOwner: anyTagOfOthers,
      administrator: anyTagOfOthers,
      // Whoever shares the item is told of it themselves.
      member: anyTagOfOthers,
    },
  },
  reportTag: {
    data: ({ hash }) => ({ hash, key: key(), reason: 'planted' }),
    changes: () => ['site'],
    cells: {
      ...everybody(['ok', 'ok', 'ok', 'not-found', 'not-found'] as Row['cells'][Person]),
      unverified: 'unauthenticated',
    },
  },
  reportTagOfConversation: {
    data: ({ secret }) => ({ secret, key: key(), reason: 'unsafe' }),
    changes: () => ['site'],
    cells: finders,
  },
  findReport: {
    // Of nobody's: whoever has the random id made it.
    data: ({ hash }) => ({ hash, attempt: key(), text: 'Found it.' }),
    cells: { ...everybody('nothing' as const), unverified: 'unauthenticated' },
  },
  readFinderConversation: { data: ({ secret }) => ({ secret }), cells: finders },
  markFinderConversationRead: {
    data: ({ secret, messageId }) => ({ secret, upTo: messageId || 'A'.repeat(22) }),
    cells: finders,
  },
  readChallenge: { data: ({ secret }) => ({ secret }), cells: finders },
  releaseMessage: { data: ({ secret }) => ({ secret, proof: '{}' }), cells: finders },
  answerOwner: {
    data: ({ secret }) => ({ secret, key: key(), text: 'Still here.' }),
    changes: ({ memberUid }) => [memberUid],
    cells: finders,
  },
  sendPicture: {
    data: ({ secret }) => ({ secret, key: key() }),
    through: byUpload('sendPicture'),
    changes: ({ memberUid }) => [memberUid],
    cells: finders,
  },
  readOwnSentPicture: {
    withFiles: true,
    data: ({ secret, sentPictureId }) => ({ path: `${secret}/pictures/${sentPictureId}/320.webp` }),
    through: (person, data) => person.get(`/conversation/${encodeURI((data as { path: string }).path)}`),
    // By the browser's cookies, of which an unconfirmed account's count for nothing.
    cells: { ...finders, unverified: noSecret },
  },
  readSentPicture: {
    withFiles: true,
    data: ({ sentPictureId }) => ({ path: `${sentPictureId}/sent-320.webp` }),
    through: byFiles,
    cells: accounts<Row['cells'][Person]>(['ok', 'not-found', 'ok', 'not-found', 'not-found'], myFile.owner),
  },
  readReplyNotifications: { data: ({ secret }) => ({ secret }), cells: finders },
  askReplyMails: {
    data: ({ secret }) => ({ secret, email: `${key()}@example.com` }),
    // The mail belongs to no account.
    changes: () => ['site'],
    cells: finders,
  },
  confirmReplyMails: {
    data: ({ secret, repliesCode }) => ({ secret, code: repliesCode }),
    cells: finders,
  },
  endReplyMails: { data: ({ secret }) => ({ secret }), changes: () => ['site'], cells: finders },
  addReplyDevice: {
    data: ({ secret }) => {
      const { decrypt: _, ...subscription } = newSubscription();
      return { secret, ...subscription };
    },
    // The device belongs to no account.
    changes: () => ['site'],
    cells: finders,
  },
  removeReplyDevice: { data: ({ secret }) => ({ secret, endpoint: 'https://localhost/push/1' }), cells: finders },
  deleteFinderWords: {
    data: ({ secret }) => ({ secret }),
    // What they had not read.
    changes: ({ memberUid }) => [memberUid],
    cells: finders,
  },
  exportItems: { data: () => ({}), through: (person) => person.get('/items/export'), cells: forMe },
  checkItemFile: { data: () => ({}), through: byItemFile('checkItemFile'), cells: forMe },
  importItems: { data: () => ({}), through: byItemFile('importItems'), cells: forMe },
  readDisabledTags: {
    data: ({ itemId }) => ({ id: itemId }),
    cells: accounts(mine),
  },
  addItem: { data: () => ({ key: key(), name: 'Keys', category: 'keys' }), cells: forMe },
  updateItem: { data: ({ itemId }) => ({ id: itemId, name: 'Mine', category: 'keys', note: '' }), cells: myItem },
  markItemStolen: { data: ({ itemId }) => ({ id: itemId, reference: '4711' }), cells: myItem },
  updateLoss: {
    data: ({ itemId }) => ({ id: itemId, place: 'Park' }),
    // Nothing is said of what is not missing.
    cells: accounts<Row['cells'][Person]>(['aborted', ...mine.slice(1)] as typeof mine, notMine),
  },
  publishLoss: {
    data: ({ itemId }) => ({ id: itemId }),
    // Only a loss can be made public.
    cells: accounts<Row['cells'][Person]>(['aborted', ...mine.slice(1)] as typeof mine, notMine),
  },
  deleteItem: { data: ({ itemId }) => ({ id: itemId }), cells: myItem },
  setPicture: { data: ({ itemId }) => ({ itemId, key: key() }), through: byUpload('setPicture'), cells: myItem },
  showPicture: { data: ({ itemId }) => ({ itemId, shown: false }), cells: myItem },
  removePicture: { withFiles: true, data: ({ itemId }) => ({ itemId }), cells: myItem },
  readPicture: {
    withFiles: true,
    // Finders may not see these.
    data: ({ pictureId }) => ({ path: `${pictureId}/320.webp` }),
    through: byFiles,
    cells: { ...myFile, visitor: 'not-found', finder: 'not-found', unverified: 'not-found' },
  },
  addReceipt: {
    data: ({ itemId }) => ({ itemId, key: key(), name: 'Bill' }),
    through: byUpload('addReceipt'),
    cells: myItem,
  },
  listReceipts: { withFiles: true, data: ({ itemId }) => ({ itemId }), cells: myItem },
  readReceipt: {
    withFiles: true,
    data: ({ receiptId }) => ({ path: `${receiptId}/receipt` }),
    through: byFiles,
    cells: myFile,
  },
  removeReceipt: { withFiles: true, data: ({ receiptId }) => ({ id: receiptId }), cells: myItem },
  // What is deleted can be undone.
  undeleteItem: { data: ({ itemId }) => ({ id: itemId }), cells: mineAlsoDeleted },
  listItemTags: { data: ({ itemId }) => ({ itemId }), cells: myItem },
  listScans: { data: ({ itemId }) => ({ itemId }), cells: myItem },
  readSaidPlace: { data: ({ itemId }) => ({ itemId }), cells: myItem },
  makeUnassignedTags: { data: () => ({ count: 1, key: key() }), cells: forMe },
  replaceOwnTag: { data: ({ itemId }) => ({ code: itemId }), cells: myItem },
  retireUnassignedTag: { data: ({ unassignedCode }) => ({ code: unassignedCode }), cells: myUnassignedTag },
  checkActivation: {
    data: ({ unassignedCode }) => ({ code: unassignedCode }),
    cells: { ...myUnassignedTag, visitor: noTag, finder: noTag },
  },
  activateTag: {
    data: ({ unassignedCode }) => ({ code: unassignedCode, key: key(), name: 'Keys', category: 'keys' }),
    cells: myUnassignedTag,
  },
  activateTagOnItem: {
    data: ({ unassignedCode, itemId }) => ({ code: unassignedCode, itemId }),
    cells: myUnassignedTag,
  },
  printTags: {
    data: ({ itemId }) => ({ sheet: 'avery-l7160', items: [itemId] }),
    through: (person, data) => person.postJson('/items/print', { data }),
    cells: myItem,
  },
  proveOwnership: {
    data: ({ itemId }) => ({ id: itemId }),
    through: (person, data) => person.postJson('/items/proof', { data }),
    cells: myItem,
  },
  previewPoster: {
    data: ({ itemId }) => ({ item: itemId }),
    through: (person, data) => person.get(posterPreviewPath(data)),
    cells: myItem,
  },
  previewTags: {
    data: ({ itemId }) => ({ sheet: 'avery-l7160', items: [itemId] }),
    through: (person, data) => person.get(printPreviewPath(data)),
    cells: myItem,
  },
  checkPrintedNames: { data: ({ itemId }) => ({ sheet: 'avery-l7160', items: [itemId] }), cells: myItem },
  checkSheet: { data: () => ({ sheet: 'avery-l7160' }), cells: forMe },
  listUntaggedItems: { data: () => ({ items: 'all' }), cells: forMe },
  addLabelTemplate: { data: () => ({ ...labelMeasures, key: key(), name: key() }), cells: forMe },
  updateLabelTemplate: {
    withTemplate: true,
    data: ({ templateId }) => ({ ...labelMeasures, id: templateId, name: key() }),
    cells: myTemplate,
  },
  deleteLabelTemplate: { withTemplate: true, data: ({ templateId }) => ({ id: templateId }), cells: myTemplate },
  printPoster: {
    data: ({ itemId }) => ({ item: itemId }),
    through: (person, data) => person.postJson('/items/poster', { data }),
    cells: myItem,
  },
  packCodes: {
    data: ({ itemId }) => ({ items: [itemId] }),
    through: (person, data) => person.postJson('/items/codes', { data }),
    cells: myItem,
  },
  readConversation: { data: ({ conversationId }) => ({ id: conversationId }), cells: myTalk },
  markConversationRead: {
    data: ({ conversationId, messageId }) => ({ id: conversationId, upTo: messageId }),
    cells: accounts<Row['cells'][Person]>(
      ['ok', 'nothing', 'ok', 'nothing', 'invalid-argument'],
      ['ok', 'nothing', 'nothing', 'nothing', 'invalid-argument'],
    ),
  },
  replyToFinder: {
    data: ({ conversationId }) => ({ conversationId, key: key(), text: 'Thank you!' }),
    changes: ({ ownerId }) => [ownerId],
    cells: myTalk,
  },
  markReturnedByFinder: {
    data: ({ conversationId }) => ({ conversationId, key: key() }),
    changes: ({ ownerId, memberUid }) => [ownerId, memberUid],
    cells: myTalk,
  },
  undoReturnedByFinder: {
    prepare: markReturned,
    data: ({ conversationId }) => ({ conversationId, key: key() }),
    changes: ({ ownerId, memberUid }) => [ownerId, memberUid],
    cells: myTalk,
  },
  reportConversation: {
    data: ({ conversationId }) => ({ id: conversationId, key: key(), reason: 'scam' }),
    cells: myTalk,
  },
  readReportedPicture: {
    withFiles: true,
    data: ({ sentPictureId }) => ({ path: `${sentPictureId}/reported-320.webp` }),
    through: byFiles,
    cells: {
      ...accounts<Row['cells'][Person]>('permission-denied'),
      administrator: ['ok', 'ok', 'ok', 'not-found', 'not-found'],
    },
  },
  archiveConversation: {
    data: ({ conversationId, messageId }) => ({ id: conversationId, upTo: messageId }),
    cells: mineAlsoDeleted,
  },
  makeInvitation: { data: ({ itemId }) => ({ id: itemId, purpose: 'sharing' }), cells: myItem },
  cancelInvitation: { data: ({ invitationId }) => ({ id: invitationId }), cells: mineAlsoDeleted },
  getInvitation: {
    data: ({ invitationToken }) => ({ token: invitationToken }),
    tells: ({ itemId, traces }) => [itemId, traces.at(-1) ?? ''],
    cells: accounts<Row['cells'][Person]>(['ok', 'ok', 'not-found', 'not-found', 'not-found']),
  },
  acceptInvitation: {
    prepare: makeInvitationsUnused,
    data: ({ invitationToken }) => ({ token: invitationToken }),
    tells: ({ itemId, hash, traces, displayName }) => [itemId, hash, traces.at(-1) ?? '', displayName],
    changes: ({ ownerId }) => [ownerId],
    cells: invited,
  },
  acceptHandover: {
    prepare: makeHandoversUnused,
    data: ({ handoverToken }) => ({ token: handoverToken }),
    tells: ({ itemId, hash, traces }) => [itemId, hash, traces.at(-1) ?? ''],
    changes: ({ ownerId, memberUid }) => [ownerId, memberUid],
    cells: invited,
  },
  dismissHandedOver: {
    data: ({ handedOverId }) => ({ id: handedOverId }),
    cells: accounts<Row['cells'][Person]>(['ok', 'not-found', 'ok', 'not-found', 'invalid-argument'], notMine),
  },
  revokeMember: {
    data: ({ itemId, memberUid }) => ({ id: itemId, uid: memberUid }),
    changes: ({ memberUid }) => [memberUid],
    cells: myItem,
  },
  getSharedItem: { data: ({ itemId }) => ({ id: itemId }), cells: sharedItem },
  markSharedItemLost: {
    data: ({ itemId }) => ({ id: itemId }),
    changes: ({ ownerId }) => [ownerId],
    cells: sharedItem,
  },
  markSharedItemReturned: {
    data: ({ itemId }) => ({ id: itemId }),
    changes: ({ ownerId }) => [ownerId],
    cells: sharedItem,
  },
  muteItem: { data: ({ itemId }) => ({ id: itemId, muted: true }), cells: sharedItem },
  leaveItem: { data: ({ itemId }) => ({ id: itemId }), cells: sharedItem },
  getUserProfile: {
    data: ({ uid }) => ({ id: uid }),
    tells: ({ uid, email, displayName }) => [uid, email, displayName],
    cells: {
      ...accounts<Row['cells'][Person]>(['ok', 'nothing', 'nothing', 'nothing', 'invalid-argument']),
      administrator: ['ok', 'ok', 'nothing', 'nothing', 'invalid-argument'],
    },
  },
  updateUserProfile: { data: () => ({ displayName: 'A new name', language: 'de' }), cells: forMe },
  changePassword: { data: () => ({ currentPassword: password, newPassword: password }), cells: forMe },
  signOutElsewhere: { data: () => ({}), cells: forMe },
  noteFirstStep: { data: () => ({ step: 'attached' }), cells: forMe },
  setNotificationSettings: { data: () => ({ messageMails: true }), cells: forMe },
  addPushDevice: { data: () => newSubscription(), cells: forMe },
  removePushDevice: {
    prepare: makePushDevices,
    data: ({ pushDeviceId }) => ({ id: pushDeviceId }),
    cells: accounts(mine),
  },
  unsubscribe: {
    data: ({ unsubscribeToken }) => ({ token: unsubscribeToken }),
    cells: { ...accounts(anyToken), visitor: anyToken, finder: anyToken },
  },
  deleteAccount: { data: () => ({ password }), cells: forMe },
  keepAccount: { data: () => ({}), cells: forMe },
  keepAccountByToken: {
    prepare: askDeletionAgain,
    data: ({ keepToken }) => ({ token: keepToken }),
    cells: { ...accounts(anyToken), visitor: anyToken, finder: anyToken },
  },
  recordActivity: {
    data: () => ({}),
    through: byAuth('activity'),
    // A page whose session ended meanwhile reports in vain, and needs not know.
    cells: { ...forMe, visitor: 'nothing', finder: 'nothing', unverified: 'nothing' },
  },
  exportAccount: { data: () => ({}), through: (person) => person.get('/profile/export'), cells: forMe },
  signUp: {
    data: ({ email }) => ({ email, name: 'Mallory', password: 'a password of hers' }),
    through: byAuth('sign-up/email'),
    cells: everybody(anyAddress),
  },
  sendConfirmationAgain: {
    data: ({ email }) => ({ email }),
    through: byAuth('send-verification-email'),
    cells: everybody(anyAddress),
  },
  requestPasswordReset: {
    data: ({ email }) => ({ email }),
    through: byAuth('request-password-reset'),
    cells: everybody(anyAddress),
  },
  readLink: {
    data: ({ linkToken }) => ({ token: linkToken }),
    through: byAuth('link'),
    tells: ({ email }) => [email],
    cells: everybody(anyLink),
  },
  followLink: {
    prepare: makeLinksUnused,
    data: ({ linkToken }) => ({ token: linkToken }),
    through: byAuth('verify-email'),
    cells: everybody(anyLink),
  },
  changeEmail: {
    data: () => ({ newEmail: `${key()}@example.com` }),
    through: byAuth('change-email'),
    cells: forMe,
  },
  getMaintenance: {
    data: () => ({}),
    cells: { ...accounts('ok' as const), visitor: 'ok', finder: 'ok' },
  },
  reportPageFailure: {
    data: () => ({ error: 'TypeError', page: 'items', release: '/assets/main-a1.js', positions: [] }),
    cells: { ...accounts('ok' as const), visitor: 'ok', finder: 'ok' },
  },
  changeShopSettings: { data: () => ({ unpaidDays: 7 }), cells: forAdministrators },
  getProduct: { prepare: makeRing, data: () => ({ id: 'ring' }), cells: forAdministrators },
  addProduct: { data: () => ({ ...keyRing, slug: key(), key: key() }), cells: forAdministrators },
  changeProduct: { prepare: makeRing, data: () => ({ id: 'ring', priceMinor: 600 }), cells: forAdministrators },
  changeStock: { prepare: makeRing, data: () => ({ id: 'ring', difference: 1, key: key() }), cells: forAdministrators },
  addProductPicture: {
    prepare: makeRing,
    data: () => ({ id: 'ring' }),
    through: byUpload('addProductPicture'),
    cells: forAdministrators,
  },
  hideProduct: { prepare: makeRing, data: () => ({ id: 'ring', hidden: true }), cells: forAdministrators },
  archiveProduct: { prepare: makeRing, data: () => ({ id: 'ring', archived: true }), cells: forAdministrators },
  moveProduct: { prepare: makeRing, data: () => ({ id: 'ring', to: 'up' }), cells: forAdministrators },
  changeBrand: { data: () => ({ tagline: 'Found.' }), cells: forAdministrators },
  changeLanguages: { data: () => ({ finder: { vi: false } }), cells: forAdministrators },
  setLogo: { data: () => ({}), through: byUpload('setLogo'), cells: forAdministrators },
  removeLogo: { prepare: storeLogo, data: () => ({}), cells: forAdministrators },
  previewBrand: { data: () => ({ tagline: 'Found.' }), cells: forAdministrators },
  readEditedPage: { data: () => about, cells: forAdministrators },
  savePageDraft: { prepare: forgetPages, data: () => ({ ...about, revision: 0, words }), cells: forAdministrators },
  discardPageDraft: { prepare: makeDraft, data: () => ({ ...about, revision: 1 }), cells: forAdministrators },
  publishPage: { prepare: makeDraft, data: () => ({ ...about, revision: 1 }), cells: forAdministrators },
  showDefaultPage: { prepare: makeDraft, data: () => ({ ...about, revision: 1 }), cells: forAdministrators },
  listPageVersions: { data: () => about, cells: forAdministrators },
  setMaintenance: { data: () => ({ keepTagPagesOpen: true }), cells: forAdministrators },
  sendContactRequest: {
    data: () => ({ key: key(), topic: 'else', text: 'Hello.', email: `${key()}@example.com` }),
    changes: () => ['site'],
    cells: { ...everybody('ok' as const), unverified: 'unauthenticated' },
  },
  openConversationAsAdmin: {
    prepare: makeContactRequest,
    data: ({ conversationId }) => ({
      id: conversationId,
      reason: 'The owner asked for help.',
      about: { kind: 'contact-request', id: 'asked' },
    }),
    changes: ({ ownerId }) => [ownerId],
    cells: orderWork,
  },
  closeConversationAsAdmin: {
    prepare: makeContactRequest,
    data: ({ conversationId }) => ({ id: conversationId, about: { kind: 'contact-request', id: 'asked' } }),
    changes: ({ ownerId }) => [ownerId],
    cells: orderWork,
  },
  releaseHeldMessage: {
    prepare: holdMessages,
    // Of what is missing, only the conversation is.
    data: ({ messageId, conversationId }) => ({ id: /^A+$/.test(conversationId) ? conversationId : messageId }),
    changes: ({ ownerId, memberUid }) => [ownerId, memberUid],
    cells: orderWork,
  },
  dismissHeldMessage: {
    prepare: holdMessages,
    data: ({ messageId, conversationId }) => ({ id: /^A+$/.test(conversationId) ? conversationId : messageId }),
    changes: ({ ownerId, memberUid }) => [ownerId, memberUid],
    cells: orderWork,
  },
  // Without a reason nothing is hidden; functions/moderation.test.ts tries it with one.
  hideMessage: { data: () => ({ id: 'A'.repeat(22) }), cells: ofNoBatch },
  unhideMessage: { data: () => ({ id: 'A'.repeat(22) }), cells: ofNoBatch },
  setNetworkBlocked: {
    prepare: makeContactRequest,
    data: ({ conversationId }) => ({
      id: conversationId,
      about: { kind: 'contact-request', id: 'asked' },
      blocked: true,
    }),
    changes: () => ['site'],
    cells: orderWork,
  },
  answerTold: {
    prepare: makeContactRequest,
    data: () => ({ kind: 'contact-request', id: 'asked', key: key(), text: 'Here it is.' }),
    cells: forAdministrators,
  },
  readConversationAsAdmin: {
    data: ({ conversationId }) => ({ id: conversationId }),
    // Without a reason nothing is told, not even whether there is one.
    cells: { ...forAdministrators, administrator: ['aborted', 'aborted', 'aborted', 'aborted', 'invalid-argument'] },
  },
  getAdministeredItem: {
    data: ({ itemId }) => ({ id: itemId }),
    tells: ({ secret, conversationId }, unknown) =>
      unknown.filter((each) => each !== secret && each !== conversationId),
    cells: { ...forAdministrators, administrator: ['ok', 'ok', 'ok', 'not-found', 'invalid-argument'] },
  },
  noteContactRequest: {
    prepare: makeContactRequest,
    data: () => ({ id: 'asked', note: `Called back, ${key()}.` }),
    cells: forAdministrators,
  },
  setSpam: { prepare: makeContactRequest, data: () => ({ id: 'asked', spam: true }), cells: forAdministrators },
  getPerson: {
    data: ({ uid }) => ({ id: uid }),
    tells: ({ uid, email, displayName }) => [uid, email, displayName],
    cells: { ...forAdministrators, administrator: ['ok', 'ok', 'not-found', 'not-found', 'invalid-argument'] },
  },
  administerAccount: {
    data: ({ uid }) => ({ id: uid, act: 'keep' }),
    changes: ({ uid }) => [uid],
    cells: { ...forAdministrators, administrator: ['aborted', 'ok', 'not-found', 'not-found', 'invalid-argument'] },
  },
  getTagBatch: { data: () => ({ id: 'no-batch' }), cells: ofNoBatch },
  makeTagBatch: { data: () => ({ count: 1, key: key() }), changes: () => ['site'], cells: forAdministrators },
  cancelTagBatch: { data: () => ({ id: 'no-batch' }), cells: ofNoBatch },
  assignTagBatch: { data: () => ({ id: 'no-batch', order: 1 }), cells: ofNoBatch },
  readTagBatchFile: {
    data: () => ({}),
    through: (person) => person.get('/admin/tags/batches/no-batch/tags.csv'),
    cells: ofNoBatch,
  },
  getTag: { data: () => ({ tag: '0000000000000000' }), cells: ofNoBatch },
  administerTag: { data: () => ({ code: '0000000000000000', act: 'freeze', reason: 'other' }), cells: ofNoBatch },
  replaceTag: { data: () => ({ code: '0000000000000000', reason: 'other' }), cells: ofNoBatch },
  readTagMap: {
    data: () => ({}),
    through: (person) => person.get('/admin/tags/map/csv'),
    tells: (_, unknown) => unknown,
    cells: forAdministrators,
  },
  readTableFile: { data: () => ({}), through: (person) => person.get('/admin/tables/audit'), cells: forAdministrators },
  listFailedMails: { prepare: makeFailedMail, data: () => ({}), cells: forAdministrators },
  retryMail: { prepare: makeFailedMail, data: () => ({ id: '1000000' }), cells: forAdministrators },
  retryAllMails: { prepare: makeFailedMail, data: () => ({}), cells: forAdministrators },
  readStatistics: { data: () => ({ days: 7 }), cells: forAdministrators },
  readTurnover: { data: () => ({ days: 7 }), cells: forAdministrators },
  settle: {
    prepare: makeContactRequest,
    data: () => ({ kind: 'contact-request', id: 'asked' }),
    cells: forAdministrators,
  },
  placeOrder: { data: () => wantedOrder(), cells: { ...everybody('aborted' as const), unverified: 'unauthenticated' } },
  readCheckout: { data: () => ({ lines: [] }), cells: { ...everybody('ok' as const), unverified: 'unauthenticated' } },
  checkBuyer: {
    data: () => {
      const { email, address } = wantedOrder();
      return { email, address };
    },
    cells: { ...everybody('ok' as const), unverified: 'unauthenticated' },
  },
  readPlacedOrder: {
    data: () => ({ key: crypto.randomUUID() }),
    cells: { ...everybody('ok' as const), unverified: 'unauthenticated' },
  },
  readOrder: { data: ({ orderSecret }) => ({ secret: orderSecret }), cells: buyers },
  readInvoice: {
    data: ({ orderSecret }) => ({ path: `${orderSecret}/invoices/1.pdf` }),
    through: byOrder,
    cells: everybody('not-found' as const),
  },
  startPayment: { data: ({ orderSecret }) => ({ secret: orderSecret }), changes: () => ['site'], cells: buyers },
  checkPayment: {
    prepare: openPaymentPages,
    data: ({ orderSecret }) => ({ secret: orderSecret }),
    changes: () => ['site'],
    cells: buyers,
  },
  receivePaymentEvent: {
    data: () => ({}),
    through: (person) =>
      person.fetch('/webhooks/stripe', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'stripe-signature': 't=1,v1=0' },
        body: '{}',
      }),
    cells: everybody('invalid-argument' as const),
  },
  withdrawOrder: { data: ({ orderSecret }) => ({ secret: orderSecret }), changes: () => ['site'], cells: buyers },
  getOrder: { data: ({ orderId }) => ({ id: orderId }), cells: orderWork },
  confirmPayment: { data: ({ orderId }) => ({ id: orderId, amountMinor: 1, key: key() }), cells: orderWork },
  takeBackPayment: {
    prepare: async (world) => {
      await setOrders('paid')(world);
      await payOrders(world);
    },
    data: ({ orderId }) => ({ id: orderId, payment: orderId }),
    cells: orderWork,
  },
  acceptPayment: {
    prepare: makeProblems,
    data: ({ orderId }) => ({ id: orderId, problem: `problem-of-${orderId}` }),
    cells: orderWork,
  },
  packOrder: {
    prepare: setOrders('paid'),
    data: ({ orderId }) => ({ id: orderId }),
    cells: orderWork,
  },
  shipOrder: {
    prepare: setOrders('packed'),
    data: ({ orderId }) => ({ id: orderId, carrier: 'Post' }),
    cells: orderWork,
  },
  changeOrderAddress: {
    prepare: setOrders('paid'),
    data: ({ orderId }) => {
      const { address } = wantedOrder();
      return { id: orderId, address: { ...address, company: key() } };
    },
    cells: orderWork,
  },
  markOrdersPaid: { data: ({ orderId }) => ({ ids: [orderId] }), cells: ordersWork },
  markOrdersPacked: {
    prepare: setOrders('paid'),
    data: ({ orderId }) => ({ ids: [orderId] }),
    cells: ordersWork,
  },
  markOrdersShipped: {
    prepare: setOrders('packed'),
    data: ({ orderId }) => ({ carrier: 'Post', orders: [{ id: orderId }] }),
    cells: ordersWork,
  },
  readPackingList: {
    data: () => ({}),
    through: (person) => person.get('/admin/packing-list.pdf'),
    cells: forAdministrators,
  },
  deliverOrder: {
    prepare: setOrders('shipped'),
    data: ({ orderId }) => ({ id: orderId }),
    cells: orderWork,
  },
  refundOrder: {
    prepare: payOrders,
    data: ({ orderId }) => ({ id: orderId, amountMinor: 1, key: key(), password }),
    cells: orderWork,
  },
  cancelOrder: { data: ({ orderId }) => ({ id: orderId }), cells: orderWork },
  addOrderNote: { data: ({ orderId }) => ({ id: orderId, key: key(), text: 'Rings twice.' }), cells: orderWork },
  deleteOrderNote: {
    prepare: noteOrders,
    data: ({ orderId }) => ({ id: orderId, key: `note-of-${orderId}` }),
    cells: orderWork,
  },
  readOrderFile: {
    prepare: setOrders('packed'),
    data: ({ orderId }) => ({ path: `${orderId}/files/slip.pdf` }),
    through: byOrderFile,
    cells: { ...orderWork, administrator: ['ok', 'ok', 'ok', 'not-found', 'invalid-argument'] },
  },
  readOrderInvoice: {
    data: ({ orderId }) => ({ path: `${orderId}/invoices/1.pdf` }),
    through: byOrderFile,
    cells: {
      ...forAdministrators,
      administrator: ['not-found', 'not-found', 'not-found', 'not-found', 'invalid-argument'],
    },
  },
  listOrderReviews: {
    prepare: deliverOrders,
    data: ({ orderSecret }) => ({ secret: orderSecret }),
    cells: buyers,
  },
  writeReview: {
    prepare: deliverOrders,
    data: ({ orderSecret }) => ({ secret: orderSecret, productId: 'ring', stars: 5, text: key() }),
    changes: () => ['site'],
    cells: buyers,
  },
  deleteReview: {
    prepare: reviewOrders,
    data: ({ orderSecret }) => ({ secret: orderSecret, productId: 'ring' }),
    changes: () => ['site'],
    cells: buyers,
  },
  publishReview: {
    prepare: reviewOrders,
    data: ({ orderId }) => ({ id: orderId, version: 1 }),
    cells: orderWork,
  },
  refuseReview: {
    prepare: reviewOrders,
    data: ({ orderId }) => ({ id: orderId, version: 1, refusal: 'It is about something else.' }),
    cells: orderWork,
  },
  answerReview: {
    prepare: reviewOrders,
    data: ({ orderId }) => ({ id: orderId, version: 1, answer: 'Thank you.' }),
    cells: orderWork,
  },
  addAuthenticatorApp: {
    data: () => ({ sealed: 'forged', code: '000000', password }),
    cells: { ...forAdministrators, administrator: 'invalid-argument' },
  },
  removeAuthenticatorApp: {
    data: () => ({ password }),
    // It is their only factor.
    cells: { ...forAdministrators, administrator: 'aborted' },
  },
  // Of an administrator it is written down.
  makeRecoveryCodes: { data: () => ({ password }), changes: () => ['site'], cells: forAdministrators },
  proveByCode: { data: () => ({ code: 'none of ours' }), cells: accounts('invalid-argument' as const) },
  proveByPasskey: { data: () => ({ credential: noCredential }), cells: accounts('aborted' as const) },
  addPasskey: {
    data: () => ({ credential: noCredential, name: 'Phone', password }),
    cells: accounts('aborted' as const),
  },
  renamePasskey: {
    prepare: makePasskeys,
    data: ({ passkeyId }) => ({ id: passkeyId, name: 'Phone' }),
    cells: accounts(mine),
  },
  // Late: afterwards the administrator has to prove a factor again.
  removePasskey: {
    prepare: makePasskeys,
    data: ({ passkeyId }) => ({ id: passkeyId, password }),
    changes: () => ['site'],
    cells: accounts(mine),
  },
  keepPasskeys: {
    prepare: makePasskeys,
    data: () => ({ ids: [], password }),
    changes: () => ['site'],
    cells: forMe,
  },
  readResetLink: {
    prepare: makeLinksUnused,
    data: ({ resetToken }) => ({ token: resetToken }),
    through: byAuth('reset-link'),
    cells: everybody<Row['cells'][Person]>(['ok', 'ok', 'invalid-argument', 'invalid-argument', 'invalid-argument']),
  },
  // The last one: it ends everybody's sessions.
  resetPassword: {
    prepare: makeLinksUnused,
    data: ({ resetToken }) => ({ token: resetToken, newPassword: password }),
    through: byAuth('reset-password'),
    cells: everybody<Row['cells'][Person]>(['ok', 'ok', 'invalid-argument', 'invalid-argument', 'invalid-argument']),
  },
};

/** After these, the things that were asked about are not what the other rows take them for. */
const usingUp = (
  'askReplyMails removeReplyDevice deleteFinderWords updateItem markItemStolen deleteItem setPicture ' +
  'removePicture addReceipt removeReceipt undeleteItem retireUnassignedTag replaceOwnTag activateTag ' +
  'activateTagOnItem ' +
  'updateLabelTemplate deleteLabelTemplate markReturnedByFinder undoReturnedByFinder cancelInvitation ' +
  'acceptInvitation acceptHandover dismissHandedOver revokeMember leaveItem updateUserProfile deleteAccount ' +
  'signUp followLink changeEmail closeConversationAsAdmin releaseHeldMessage dismissHeldMessage ' +
  'setNetworkBlocked'
).split(' ');

test('every function has its row', () => {
  expect(usingUp.filter((name) => !(name in matrix))).toEqual([]);
  expect(Object.keys(matrix).sort()).toEqual(functions.map(({ name }) => name).sort());
});

test.each([
  { kind: 'function', isRoute: false },
  { kind: 'function with a route of its own', isRoute: true },
])(
  'C-6.01 C-6.02 C-6.03 each $kind does for each person what its row says, and neither tells nor changes what is not theirs',
  async ({ isRoute }) => {
    const app = await startApp({ outgoing: nowhere, payments: cards });
    liftLimits(app);
    const world = await makeWorld(app);
    await watchRows(world);
    await newAccounts(world);
    let targetsLeft: Targets | undefined;
    for (const [name, row] of Object.entries(matrix) as [FunctionName, Row][]) {
      if (isRoute !== Boolean(row.through)) continue;
      const targets = isFor(row, targetsLeft) ? targetsLeft : await makeTargets(world, row);
      if (isOfOrders(row)) await renewOrders(world, targets);
      await tryUnproved(world, name, row, targets);
      const cells = await tryAll(world, name, row, targets);
      targetsLeft = usingUp.includes(name) ? undefined : targets;
      for (const person of persons) {
        const { own, others, deleted, missing, malformed } = cells[person];
        const outcomes = [own, others, deleted, missing, malformed].map(({ outcome }) => outcome);
        const expected = row.cells[person];
        expect
          .soft(outcomes, `${name} by ${person}`)
          .toEqual(Array.isArray(expected) ? expected : Array(5).fill(expected));
        if (deleted.outcome === 'nothing')
          expect.soft(deleted.answer, `${name}: deleted by ${person}`).toEqual(missing.answer);
        if (others.outcome !== 'ok')
          expect.soft(others.answer, `${name}: others’ by ${person}`).toEqual(missing.answer);
      }
    }
    expect(await actsWithoutChanges(world), 'what changed is written down').toEqual([]);
  },
  400_000,
);

type Tried = { answer: Answered<unknown>; outcome: Cell };

/** All cells of a row; those that must change nothing go first, so that what they were tried on is still there. */
async function tryAll(world: World, name: FunctionName, row: Row, { things, unknownTo }: Targets) {
  const tried = {} as Record<Person, Record<Target, Tried>>;
  const attempt = async (person: Person, target: Target, harmless: boolean) => {
    const asked = things[person][target];
    const answer = row.through
      ? await readAnswer(await row.through(world.people[person], row.data(asked)))
      : await world.people[person].tryCall(name as OpenFunctionName, row.data(asked));
    const cell = { answer, outcome: outcomeOf(answer, harmless) };
    for (const each of asksFor(row) ? [target] : targets) tried[person] = { ...tried[person], [each]: cell };
    const unknown = unknownTo(person, asked);
    const theirs = unknown.filter((trace) => !row.tells?.(asked, unknown).includes(trace));
    const said = JSON.stringify(answer);
    const told = theirs.filter((trace) => said.includes(trace));
    expect.soft(told, `${name} by ${person} about ${target} tells`).toEqual([]);
  };
  await row.prepare?.(world);
  await takeChanges(world);
  for (const [person, target] of cellsOf(row, false)) await attempt(person, target, true);
  expect.soft(await takeChanges(world), `${name} changed what it must not`).toEqual([]);
  for (const [person, target] of cellsOf(row, true)) {
    await row.prepare?.(world);
    const mayChange = [
      ...(await changeable(world, name, person, things[person][target])),
      ...(row.changes?.(things[person][target]) ?? []),
    ];
    const isAct = person === 'administrator' && accessOf(name) === 'admin';
    const written = isAct ? await countActions(world) : 0;
    await takeChanges(world);
    await attempt(person, target, false);
    const changes = await takeChanges(world);
    if (isAct && changes.length > 0)
      expect.soft(await countActions(world), `${name} is written down`).toBeGreaterThan(written);
    const ofOthers = changes.filter(({ uid }) => !mayChange.includes(uid));
    const added = ofOthers.length > 0 ? await newAccounts(world) : [];
    const theirs = ofOthers.filter(({ uid }) => !added.includes(uid));
    expect.soft(theirs, `${name} by ${person} about ${target} changed what is not theirs`).toEqual([]);
  }
  return tried;
}

/** The administrator in a session that has proved no second factor: what is for administrators is refused, whatever it is about. */
async function tryUnproved(world: World, name: FunctionName, row: Row, { things }: Targets) {
  const { access, fresh }: Partial<FunctionDefinition> = functions.find((each) => each.name === name) ?? {};
  const isForProved = access === 'admin' || fresh;
  if (!isForProved) return;
  const unproved = await signInUnproved(world);
  for (const target of asksFor(row) ? targets : (['missing'] as const)) {
    const data = row.data(things.administrator[target]);
    const answer = row.through
      ? await readAnswer(await row.through(unproved, data))
      : await unproved.tryCall(name as OpenFunctionName, data);
    const why = `${name} by an administrator without second factor about ${target}`;
    expect.soft(outcomeOf(answer, true), why).toBe('permission-denied');
    expect.soft(JSON.stringify(answer), why).toMatch(/second factor|second-factor-required/i);
  }
}

/** Signed in once, and again after a function has ended the other sessions. */
async function signInUnproved(world: World): Promise<Visitor> {
  const { unproved } = world;
  if (unproved && !(await unproved.tryCall('listSessions', {})).error) return unproved;
  world.unproved = await signIn(world.app.visitor(), world.accounts.administrator.email);
  return world.unproved;
}

/** Whether what the row before left is all that this one needs. */
function isFor({ withFiles, withTemplate }: Row, left: Targets | undefined): left is Targets {
  if (!left) return false;
  return Boolean(left.extras.withFiles || !withFiles) && Boolean(left.extras.withTemplate || !withTemplate);
}

/** Whether what is asked depends on the target: otherwise all five calls would be the same one. */
function asksFor(row: Row): boolean {
  return askedBy(row).length > 0;
}

/** Orders are made anew for each row that asks about them. */
function isOfOrders(row: Row): boolean {
  return asksFor(row) && askedBy(row).every((name) => name.startsWith('order'));
}

/** Which of the things the row asks about. */
function askedBy({ data }: Row): string[] {
  const names: string[] = [];
  const get = (things: Things, name: keyof Things) => {
    names.push(name);
    return things[name];
  };
  data(new Proxy(missing, { get: get as ProxyHandler<Things>['get'] & object }));
  return names;
}

const accessOf = (name: FunctionName) => functions.find((each) => each.name === name)?.access;

/** They only send, or end sessions. */
const changeNothing = ['resendConfirmation', 'sendTestMail', 'signOutAccount'];

/** Acts that tell no value before and after, but for those that only read. */
async function actsWithoutChanges({ app }: World): Promise<string[]> {
  const entries = app.services.db.selectFrom('auditEntries').select('act').where(sql`changes`, '=', '{}').distinct();
  const acts = (await entries.execute()).map(({ act }) => act);
  return acts.filter((act) => !changeNothing.includes(act) && !act.startsWith('read'));
}

/** How many administrative acts are written down. */
async function countActions({ app }: World): Promise<number> {
  const entries = app.services.db.selectFrom('auditEntries').select('id');
  return (await entries.execute()).length;
}

/** Whose rows a call that succeeds may change: the caller's own; who needs no account acts on an owner's; only administrators on the site's. */
async function changeable({ app, accounts }: World, name: FunctionName, person: Person, things: Things) {
  const access = accessOf(name);
  const own = person in accounts ? [accounts[person as keyof typeof accounts].uid] : [];
  if (access === 'admin') return [...own, 'site'];
  if (access === 'user') return own;
  const { db } = app.services;
  const ofAddress = await db.selectFrom('authUsers').select('id').where('email', '=', things.email).execute();
  return [...own, things.ownerId, ...ofAddress.map(({ id }) => id)];
}

/** The accounts that were not there when this was asked last. */
async function newAccounts({ app, known }: World): Promise<string[]> {
  const rows = await app.services.db.selectFrom('authUsers').select('id').execute();
  const added = rows.map(({ id }) => id).filter((id) => !known.has(id));
  for (const id of added) known.add(id);
  return added;
}

/** The answer of a route, as if the function had been called. */
async function readAnswer(response: Response): Promise<Answered<unknown>> {
  const { status } = response;
  if (status === 302) return { status, error: { status: 'unauthenticated', message: '' } };
  if (response.headers.get('content-type') === 'application/zip') {
    return { status, result: await unzip(await response.blob()) };
  }
  if (/^image\/(webp|svg\+xml)$/.test(response.headers.get('content-type') ?? ''))
    return { status, result: 'a picture' };
  if (response.headers.get('content-type')?.startsWith('text/plain'))
    return { status, error: { status: codeOf(status), message: await response.text() } };
  if (/^(application\/pdf|text\/csv)\b/.test(response.headers.get('content-type') ?? ''))
    return { status, result: await response.text() };
  const body = status === 204 ? {} : ((await response.json()) as { error?: Answered<unknown>['error'] });
  if (body.error) return { status, error: body.error };
  if (response.ok) return { status, result: body };
  return { status, error: { status: codeOf(status), message: '', details: body } };
}

function codeOf(status: number): string {
  const [code = `HTTP ${status}`] = Object.entries(refusalStatuses).find(([, http]) => http === status) ?? [];
  return code;
}

/** Which cells of the row are to be `ok`, or all the others. */
function cellsOf(row: Row, ok: boolean): [Person, Target][] {
  return persons.flatMap((person) =>
    targets.flatMap((target, n): [Person, Target][] => {
      if (target !== 'missing' && !asksFor(row)) return [];
      const expected = row.cells[person];
      return ((Array.isArray(expected) ? expected[n] : expected) === 'ok') === ok ? [[person, target]] : [];
    }),
  );
}

function outcomeOf(answer: Answered<unknown>, harmless: boolean): Cell {
  if (answer.error) return answer.error.status.toLowerCase().replaceAll('_', '-') as Cell;
  return harmless ? 'nothing' : 'ok';
}
