/** What administrators do that is written down, each under the name of its function. One a line, so that two changes rarely meet. */
export const acts = [
  'addProduct',
  'archiveProduct',
  'assignTagBatch',
  'cancelOrder',
  'cancelTagBatch',
  'changeProduct',
  'changeShopSettings',
  'changeStock',
  'confirmPayment',
  'deleteAccountOf',
  'deliverOrder',
  'disableAccount',
  'enableAccount',
  'freezeTag',
  'hideProduct',
  'keepAccountOf',
  'makeTagBatch',
  'moveProduct',
  'packOrder',
  'readTableFile',
  'readTagBatchFile',
  'readTagMap',
  'refundOrder',
  'replaceTag',
  'resendConfirmation',
  'retireTag',
  'setMaintenance',
  'setRole',
  'shipOrder',
  'signOutAccount',
  'unfreezeTag',
] as const;

export type Act = (typeof acts)[number];

/** What an act is done to. */
export const subjectKinds = ['account', 'order', 'product', 'setting', 'table', 'tag', 'tag-batch'] as const;

export type SubjectKind = (typeof subjectKinds)[number];
