type SitePage = {
  path: string;
  /** What has to be said there follows from what the code does or from the law. */
  ofLaw?: true;
  /** It says who sells in an open shop, or speaks of orders. */
  ofSeller?: true;
  /** Finders come to it: it is in each of their languages. */
  forFinders?: true;
};

/** The public pages, whose words the operator may replace, in the administration's order. site/pages/words-pages.tsx has our words. */
const pages = {
  home: { path: '/', forFinders: true },
  about: { path: '/about' },
  product: { path: '/product' },
  buy: { path: '/buy' },
  reviews: { path: '/reviews' },
  instructions: { path: '/instructions' },
  guides: { path: '/guides' },
  'guide-abroad': { path: '/guides/abroad' },
  'guide-pet': { path: '/guides/pet' },
  'guide-airport': { path: '/guides/airport' },
  'guide-school': { path: '/guides/school' },
  support: { path: '/support', ofSeller: true },
  contact: { path: '/contact', forFinders: true },
  terms: { path: '/terms', ofLaw: true },
  'terms-and-conditions': { path: '/terms-and-conditions', ofLaw: true, ofSeller: true },
  privacy: { path: '/privacy', ofLaw: true },
  legal: { path: '/legal', ofLaw: true, ofSeller: true },
} as const satisfies Record<string, SitePage>;

export type SitePageName = keyof typeof pages;

export const sitePages: Record<SitePageName, SitePage> = pages;

export const sitePageNames = Object.keys(pages) as SitePageName[];
