export const categories = [
  'keys',
  'bag',
  'suitcase',
  'phone',
  'laptop',
  'wallet',
  'pet',
  'child',
  'bike',
  'camera',
  'bottle',
  'other',
] as const;

export type Category = (typeof categories)[number];

export const categoryNames: Record<Category, string> = {
  keys: 'Keys',
  bag: 'Bag or backpack',
  suitcase: 'Suitcase',
  phone: 'Phone',
  laptop: 'Laptop or tablet',
  wallet: 'Wallet',
  pet: 'Pet',
  child: 'Child',
  bike: 'Bike',
  camera: 'Camera',
  bottle: 'Bottle',
  other: 'Something else',
};
