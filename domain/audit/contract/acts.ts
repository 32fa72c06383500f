/** What administrators do that is written down, each under the name of its function. One a line, so that two changes rarely meet. */
export const acts = [
  'addProduct',
  'archiveProduct',
  'cancelOrder',
  'changeProduct',
  'changeSecondFactor',
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
  'resetSecondFactor',
  'setMaintenance',
  'setRole',
  'shipOrder',
] as const;

export type Act = (typeof acts)[number];

/** What an act is done to. */
export const subjectKinds = ['account', 'order', 'product', 'setting', 'table'] as const;

export type SubjectKind = (typeof subjectKinds)[number];
