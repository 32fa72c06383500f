/** What administrators do that is written down, each under the name of its function. One a line, so that two changes rarely meet. */
export const acts = [
  'addProduct',
  'archiveProduct',
  'cancelOrder',
  'changeProduct',
  'changeShopSettings',
  'changeStock',
  'confirmPayment',
  'deliverOrder',
  'disableAccount',
  'enableAccount',
  'hideProduct',
  'moveProduct',
  'packOrder',
  'readTableFile',
  'refundOrder',
  'retryAllMails',
  'retryMail',
  'sendTestMail',
  'setMaintenance',
  'setRole',
  'settle',
  'shipOrder',
] as const;

export type Act = (typeof acts)[number];

/** What an act is done to. */
export const subjectKinds = [
  'account',
  'contact-request',
  'mail',
  'order',
  'product',
  'report',
  'setting',
  'table',
  'tag-report',
] as const;

export type SubjectKind = (typeof subjectKinds)[number];
