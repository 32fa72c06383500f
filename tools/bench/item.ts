/** What was lost, here and in the baseline. */
export const item = {
  name: 'Blue backpack',
  category: 'bag',
  note: 'Please write to me, my passport is in it. I am in town until Sunday.',
} as const;

export const heading = `You found ${item.name}. Thank you!`;
