import {
  buyPath,
  type GuideName,
  guideNames,
  guidePath,
  homePath,
  reviewsPath,
  type StaticPageName,
  staticPath,
} from '../../../paths/paths.ts';

/** The public pages whose words the operator may replace. */
export const editablePages = [
  'home',
  'about',
  'product',
  'buy',
  'reviews',
  'instructions',
  'guides',
  'guide-abroad',
  'guide-pet',
  'guide-airport',
  'guide-school',
  'support',
  'contact',
  'terms',
  'terms-and-conditions',
  'privacy',
  'legal',
] as const;

export type EditablePage = (typeof editablePages)[number];

export function pathOfPage(page: EditablePage): string {
  const guide = guideNames.find((name) => page === guidePage(name));
  if (guide) return guidePath(guide);
  if (page === 'home') return homePath();
  if (page === 'buy') return buyPath();
  return page === 'reviews' ? reviewsPath() : staticPath(page as StaticPageName);
}

export const guidePage = (name: GuideName) => `guide-${name}` as const;

/** What has to be said there follows from what the code does or from the law. */
export const pagesOfLaw: readonly EditablePage[] = ['terms', 'terms-and-conditions', 'privacy', 'legal'];
