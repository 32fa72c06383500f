export const periods = [7, 30, 365] as const;

export type Period = (typeof periods)[number];

export const countNames = ['scans', 'conversations', 'returns', 'sign-ups', 'orders'] as const;

export type CountName = (typeof countNames)[number];
