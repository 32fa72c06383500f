export const reportReasons = ['scam', 'threat', 'insult', 'advertising', 'other'] as const;

export type ReportReason = (typeof reportReasons)[number];
