import type { JobName } from '../domain/schedule.ts';
import type { Tables } from '../server/db/tables.ts';

type Column<Table> = keyof Table & string;

export type TableFacts<Table = Record<string, unknown>> = {
  /** The column that names the account; or those that name the item, or else the batch, or the conversation, whose account it is; null: rows are nobody's. */
  account: Column<Table> | { item: Column<Table>; batch: Column<Table> } | { conversation: Column<Table> } | null;
  /** What deletes rows: the account's deletion, by the foreign key, and jobs of the schedule. */
  deletedBy: readonly ('account' | JobName)[];
  /** The file of the export, and the field of it when it is not the file's whole content; or why not. */
  exported: { file: string; field?: string; leftOut: readonly Column<Table>[] } | { not: string };
  /** What of a row the permission matrix watches: nobody may change it who may not; or why nothing. */
  watched: 'all' | readonly Column<Table>[] | { not: string };
};

type OtherTables = Record<'rateLimits' | 'kyselyMigration' | 'kyselyMigrationLock', Record<string, unknown>>;
type AllTables = Tables & OtherTables;

const nobodys = { account: null, exported: { not: 'It is about nobody.' } } as const;

/** The law wants it kept for years, also when the account of the buyer is deleted. */
const ofOrder = { account: null, deletedBy: ['delete-old-orders'], watched: 'all' } as const;

/** What becomes of the rows of every table. A table or column that is missing here, or is here alone, fails a test. */
export const tables: { [Name in keyof AllTables]: TableFacts<AllTables[Name]> } = {
  authUsers: {
    account: 'id',
    deletedBy: ['delete-accounts', 'delete-unconfirmed-accounts'],
    exported: { file: 'profile.json', leftOut: ['id', 'image', 'name', 'signedUpAt', 'updatedAt'] },
    watched: 'all',
  },
  authAccounts: {
    account: 'userId',
    deletedBy: ['account'],
    exported: { not: 'Its one fact is the hash of the password.' },
    watched: 'all',
  },
  authVerifications: {
    ...nobodys,
    deletedBy: ['delete-expired-sessions'],
    watched: { not: 'Nothing writes to it.' },
  },
  authSessions: {
    account: 'userId',
    deletedBy: ['account', 'delete-expired-sessions'],
    exported: { file: 'profile.json', field: 'signedIn', leftOut: ['id', 'ipAddress', 'token', 'userId'] },
    watched: 'all',
  },
  accountLinks: {
    account: 'uid',
    deletedBy: ['account', 'delete-expired-links'],
    exported: {
      file: 'profile.json',
      field: 'links',
      leftOut: ['deviceHash', 'displayName', 'password', 'tokenHash', 'uid'],
    },
    watched: 'all',
  },
  knownDevices: {
    account: 'uid',
    deletedBy: ['account', 'forget-unused-devices'],
    exported: { file: 'profile.json', field: 'devices', leftOut: ['deviceHash', 'uid'] },
    watched: 'all',
  },
  passkeys: {
    account: 'uid',
    deletedBy: ['account'],
    exported: {
      file: 'profile.json',
      field: 'passkeys',
      leftOut: ['id', 'lastChallengeMs', 'publicKey', 'signCount', 'transports', 'uid'],
    },
    watched: 'all',
  },
  authenticatorApps: {
    account: 'uid',
    deletedBy: ['account'],
    exported: { file: 'profile.json', field: 'authenticatorApps', leftOut: ['lastStep', 'sealedSecret', 'uid'] },
    watched: 'all',
  },
  recoveryCodes: {
    account: 'uid',
    deletedBy: ['account'],
    exported: { file: 'profile.json', field: 'recoveryCodes', leftOut: ['codeHash', 'uid'] },
    watched: 'all',
  },
  users: {
    account: 'uid',
    deletedBy: ['account'],
    exported: { file: 'profile.json', leftOut: ['deletionAskedAt', 'disabledAt'] },
    watched: 'all',
  },
  tagBatches: {
    account: 'ownerId',
    deletedBy: ['account'],
    exported: {
      file: 'tag-batches.json',
      leftOut: ['cancelledAt', 'creationKey', 'finishedAt', 'made', 'name', 'note', 'orderId', 'ownerId', 'wanted'],
    },
    watched: 'all',
  },
  tags: {
    account: { item: 'itemId', batch: 'batchId' },
    // A tag that is printed says for ever that it is retired.
    deletedBy: [],
    exported: { file: 'tags.json', leftOut: [] },
    watched: 'all',
  },
  items: {
    account: 'ownerId',
    deletedBy: ['account', 'delete-items'],
    exported: { file: 'items.json', leftOut: ['creationKey', 'handedOverId', 'ownerId'] },
    watched: 'all',
  },
  itemStates: {
    account: 'ownerId',
    deletedBy: ['account', 'delete-items'],
    exported: { file: 'item-states.json', leftOut: ['id', 'ownerId'] },
    watched: 'all',
  },
  labelTemplates: {
    account: 'ownerId',
    deletedBy: ['account'],
    exported: { file: 'label-templates.json', leftOut: ['creationKey', 'ownerId'] },
    watched: 'all',
  },
  files: {
    account: 'ownerId',
    deletedBy: ['account', 'delete-items', 'delete-lost-files'],
    exported: { file: 'files.json', leftOut: ['creationKey', 'ownerId'] },
    watched: 'all',
  },
  scans: {
    account: 'ownerId',
    deletedBy: ['account', 'delete-items', 'delete-old-scans'],
    exported: { file: 'scans.json', leftOut: ['id', 'ownerId'] },
    watched: 'all',
  },
  conversations: {
    account: 'ownerId',
    deletedBy: ['account'],
    exported: {
      file: 'conversations.json',
      leftOut: [
        'finderLanguage',
        'lastMessageId',
        'messagesChangedAt',
        'networkKey',
        'ownerId',
        'secretVersion',
        'unreadByOwner',
      ],
    },
    watched: 'all',
  },
  webMessages: {
    account: 'ownerId',
    deletedBy: ['account'],
    exported: {
      file: 'messages.json',
      leftOut: ['attemptKey', 'itemId', 'memberUid', 'ownerId', 'idempotencyKey'],
    },
    watched: 'all',
  },
  reports: {
    account: 'uid',
    deletedBy: ['account', 'delete-old-reports'],
    exported: {
      file: 'reports.json',
      leftOut: ['answerKey', 'creationKey', 'decision', 'id', 'messages', 'settledAt', 'settledBy', 'uid'],
    },
    watched: 'all',
  },
  reportedPictures: {
    account: null,
    deletedBy: ['account', 'delete-old-reports'],
    exported: { not: 'A reported picture stands in the conversation; the report keeps it for administrators.' },
    watched: 'all',
  },
  messageReadings: {
    account: { conversation: 'conversationId' },
    deletedBy: ['account'],
    exported: { file: 'conversation-readings.json', leftOut: ['aboutId', 'aboutKind', 'adminUid', 'id'] },
    watched: 'all',
  },
  hiddenWords: {
    account: { conversation: 'conversationId' },
    deletedBy: ['account', 'delete-hidden-words'],
    exported: { not: 'What an administrator hid from both sides; it goes after 90 days.' },
    watched: 'all',
  },
  blockedNetworks: {
    account: null,
    deletedBy: ['forget-networks'],
    exported: { not: 'A keyed hash of a network, which belongs to no account.' },
    watched: 'all',
  },
  itemMembers: {
    account: 'uid',
    deletedBy: ['account', 'delete-items'],
    exported: { file: 'shared-with-me.json', leftOut: ['uid'] },
    watched: 'all',
  },
  itemInvitations: {
    account: 'ownerId',
    deletedBy: ['account', 'delete-items', 'delete-expired-invitations'],
    exported: { file: 'invitations.json', leftOut: ['id', 'ownerId', 'secretHash'] },
    watched: 'all',
  },
  itemHandovers: {
    account: 'ownerId',
    deletedBy: ['account', 'delete-items', 'delete-expired-handovers'],
    exported: { file: 'handovers.json', leftOut: ['id', 'ownerId', 'secretHash'] },
    watched: 'all',
  },
  unreadByMembers: {
    account: 'uid',
    deletedBy: ['account', 'delete-items'],
    exported: { not: 'Which messages of others’ items are unread.' },
    watched: 'all',
  },
  outgoingMails: {
    account: 'uid',
    deletedBy: ['account', 'delete-old-mails'],
    exported: {
      file: 'mails.json',
      leftOut: [
        'attempts',
        'html',
        'id',
        'leasedUntil',
        'messageId',
        'fromName',
        'replyTo',
        'sendAfter',
        'uid',
        'unsubscribeUrl',
      ],
    },
    // The rest changes as the mail is sent.
    watched: ['id', 'purpose', 'toAddress', 'subject'],
  },
  pendingNotifications: {
    account: 'uid',
    deletedBy: ['account', 'send-due-notices'],
    exported: { not: 'Which messages the next email tells of, for minutes or until quiet hours end.' },
    watched: 'all',
  },
  pushSubscriptions: {
    account: 'uid',
    deletedBy: ['account'],
    exported: {
      file: 'push-devices.json',
      leftOut: ['auth', 'conversationId', 'endpoint', 'id', 'p256dh', 'sessionId', 'uid'],
    },
    watched: 'all',
  },
  replyMails: {
    account: { conversation: 'conversationId' },
    deletedBy: ['account', 'delete-unconfirmed-reply-mails'],
    exported: { not: 'Where a finder is told of replies; the owner never sees it.' },
    watched: 'all',
  },
  pendingReplyNotifications: {
    account: { conversation: 'conversationId' },
    deletedBy: ['account', 'send-due-reply-notices'],
    exported: { not: 'Whether the next notification to a finder waits.' },
    watched: 'all',
  },
  outgoingRequests: {
    account: 'uid',
    deletedBy: ['account', 'delete-old-requests'],
    exported: {
      file: 'notifications.json',
      leftOut: ['attempts', 'body', 'id', 'leasedUntil', 'sendAfter', 'subscriptionId', 'uid'],
    },
    // The rest changes as the request is sent.
    watched: ['id', 'kind', 'subscriptionId'],
  },
  tagReports: {
    account: null,
    deletedBy: ['delete-old-tag-reports'],
    exported: { not: 'Who reports a tag may be afraid of its owner.' },
    watched: 'all',
  },
  settings: { ...nobodys, deletedBy: [], watched: 'all' },
  importedRows: {
    account: null,
    deletedBy: [],
    exported: { not: 'Keyed hashes of ids in an earlier system, so that nothing is imported twice.' },
    watched: 'all',
  },
  legacyTags: {
    account: null,
    // As long as the tag.
    deletedBy: [],
    exported: { not: 'The address of a tag in an earlier system.' },
    watched: 'all',
  },
  contactRequests: {
    account: 'uid',
    deletedBy: ['account', 'delete-contact-requests'],
    exported: {
      file: 'contact-requests.json',
      leftOut: ['answerKey', 'creationKey', 'decision', 'heldReason', 'note', 'settledAt', 'settledBy', 'uid', 'words'],
    },
    watched: 'all',
  },
  auditEntries: {
    account: null,
    deletedBy: ['delete-audit-entries'],
    exported: { not: 'It is the record of the operator’s own work: ids, no words of people.' },
    watched: 'all',
  },
  products: { ...nobodys, deletedBy: [], watched: 'all' },
  stockChanges: { ...nobodys, deletedBy: ['delete-stock-changes'], watched: 'all' },
  orders: {
    ...nobodys,
    deletedBy: ['delete-old-orders'],
    exported: { file: 'orders.json', leftOut: ['creationKey', 'networkKey', 'secretVersion'] },
    watched: 'all',
  },
  orderLines: { ...ofOrder, exported: { file: 'orders.json', field: 'lines', leftOut: ['orderId', 'takesStock'] } },
  orderEvents: {
    ...ofOrder,
    exported: { file: 'orders.json', field: 'events', leftOut: ['actorUid', 'orderId'] },
  },
  payments: {
    ...ofOrder,
    exported: { file: 'orders.json', field: 'payments', leftOut: ['actorUid', 'creationKey', 'orderId', 'requestKey'] },
  },
  shipments: { ...ofOrder, exported: { file: 'orders.json', field: 'shipments', leftOut: ['orderId'] } },
  orderNotes: { ...ofOrder, exported: { file: 'orders.json', field: 'notes', leftOut: ['actorUid', 'orderId'] } },
  invoices: { ...ofOrder, exported: { file: 'orders.json', field: 'invoices', leftOut: ['orderId'] } },
  invoiceFiles: { ...ofOrder, exported: { not: 'The files themselves are in the export.' } },
  checkoutSessions: {
    ...ofOrder,
    exported: { file: 'orders.json', field: 'paymentPages', leftOut: ['nextAskAt', 'orderId'] },
  },
  paymentEvents: { ...nobodys, deletedBy: ['delete-payment-events'], watched: 'all' },
  paymentProblems: { ...ofOrder, exported: { file: 'orders.json', field: 'paymentsLookedAt', leftOut: ['orderId'] } },
  reviews: { ...ofOrder, exported: { file: 'orders.json', field: 'reviews', leftOut: ['orderId', 'version'] } },
  invoiceCounter: { ...nobodys, deletedBy: [], watched: 'all' },
  pageDrafts: { ...nobodys, deletedBy: [], watched: 'all' },
  pageVersions: { ...nobodys, deletedBy: [], watched: 'all' },
  backups: { ...nobodys, deletedBy: ['watch-backups'], watched: 'all' },
  scheduledJobs: { ...nobodys, deletedBy: [], watched: { not: 'The clock writes to it.' } },
  dailyCounts: { ...nobodys, deletedBy: [], watched: 'all' },
  changes: { ...nobodys, deletedBy: ['delete-old-changes'], watched: { not: 'Every change writes to it.' } },
  rateLimits: { ...nobodys, deletedBy: ['delete-expired-limits'], watched: { not: 'Every call counts in it.' } },
  kyselyMigration: { ...nobodys, deletedBy: [], watched: { not: 'Migrations write to it.' } },
  kyselyMigrationLock: { ...nobodys, deletedBy: [], watched: { not: 'Migrations write to it.' } },
};
