export const tagBatchFiles = ['tags.pdf', 'tags.zip', 'tags.csv'] as const;

/** What can be wrong with a tag; in words in the catalogue, under `tagReport`. */
export const tagReportReasons = ['not-mine', 'planted', 'unsafe', 'fraud'] as const;

export type TagReportReason = (typeof tagReportReasons)[number];

export const tagActionReasons = ['asked', 'lost', 'damaged', 'misused', 'misprinted', 'other'] as const;

export type TagActionReason = (typeof tagActionReasons)[number];

/** Whether a tag that is replaced for this reason says that it is retired; for others its page still shows the item. */
export const endsOldTag = (reason: TagActionReason) => reason === 'misused';

export const tagActions = ['freeze', 'unfreeze', 'retire'] as const;

export type TagAction = (typeof tagActions)[number];
