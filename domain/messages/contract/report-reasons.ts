/** Why somebody reports a conversation; in words in the catalogue, under `report`. */
export const reportReasons = ['scam', 'threat', 'insult', 'advertising', 'other'] as const;

export type ReportReason = (typeof reportReasons)[number];
