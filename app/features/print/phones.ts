/** Screens of common phones, upright, in their own dots. */
export const phones = [
  { name: 'iPhone 16 / 17 Pro Max', width: 1320, height: 2868 },
  { name: 'iPhone 16 / 17 Pro, 17', width: 1206, height: 2622 },
  { name: 'iPhone 15 / 16', width: 1179, height: 2556 },
  { name: 'iPhone 12 / 13 / 14', width: 1170, height: 2532 },
  { name: 'iPhone SE', width: 750, height: 1334 },
  { name: 'Galaxy S24 / S25 Ultra', width: 1440, height: 3120 },
  { name: 'Galaxy S23 / S24 / S25, A', width: 1080, height: 2340 },
  { name: 'Pixel 9 / 10', width: 1080, height: 2424 },
  { name: 'Pixel 7 / 8, Xiaomi, OnePlus', width: 1080, height: 2400 },
] as const;

export type Screen = { width: number; height: number };
