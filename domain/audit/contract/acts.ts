/** What administrators do that is written down, each under the name of its function. One a line, so that two changes rarely meet. */
export const acts = [
  'acceptPayment',
  'addProduct',
  'archiveProduct',
  'cancelOrder',
  'changeBrand',
  'changeProduct',
  'changeSecondFactor',
  'changeShopSettings',
  'changeStock',
  'confirmPayment',
  'deleteAccountOf',
  'deliverOrder',
  'disableAccount',
  'discardPageDraft',
  'enableAccount',
  'hideProduct',
  'importAccounts',
  'importOldItems',
  'importOldMessages',
  'keepAccountOf',
  'moveProduct',
  'packOrder',
  'publishPage',
  'readTableFile',
  'refundOrder',
  'resetSecondFactor',
  'resendConfirmation',
  'retryAllMails',
  'retryMail',
  'savePageDraft',
  'sendTestMail',
  'setMaintenance',
  'setRole',
  'settle',
  'shipOrder',
  'showDefaultPage',
  'signOutAccount',
] as const;

export type Act = (typeof acts)[number];

/** What an act is done to. */
export const subjectKinds = [
  'account',
  'contact-request',
  'mail',
  'order',
  'page',
  'product',
  'report',
  'setting',
  'table',
  'tag-report',
] as const;

export type SubjectKind = (typeof subjectKinds)[number];
