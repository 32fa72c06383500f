/** What administrators do that is written down, each under the name of its function. One a line, so that two changes rarely meet. */
export const acts = [
  'addProduct',
  'archiveProduct',
  'cancelOrder',
  'changeProduct',
  'changeShopSettings',
  'changeStock',
  'confirmPayment',
  'deleteAccountOf',
  'deliverOrder',
  'disableAccount',
  'enableAccount',
  'hideProduct',
  'importAccounts',
  'importOldItems',
  'importOldMessages',
  'keepAccountOf',
  'moveProduct',
  'openConversationAsAdmin',
  'packOrder',
  'readTableFile',
  'refundOrder',
  'resendConfirmation',
  'setMaintenance',
  'setRole',
  'shipOrder',
  'signOutAccount',
] as const;

export type Act = (typeof acts)[number];

/** What an act is done to. */
export const subjectKinds = ['account', 'conversation', 'order', 'product', 'setting', 'table'] as const;

export type SubjectKind = (typeof subjectKinds)[number];
