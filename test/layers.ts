/** What a browser may load of the rest of the product. */
const forBrowsers = [
  'browser',
  'ui',
  'domain/*/contract',
  'paths',
  'language/create-translations.ts',
  'language/names.ts',
];

const belowFeatures = ['app/widgets', 'app/core', 'functions/list.ts', ...forBrowsers];

const belowSite = ['functions', 'domain', 'server', 'language', 'node:', 'ui', 'browser', 'paths'];
const belowPages = ['site/document', 'site/http', ...belowSite];

/**
 * What the files of a folder may import, beside the folder itself and packages; `*` stands for one name. `node:` counts as a folder.
 * A file of several folders follows the longest.
 */
export const layers: Record<string, string[]> = {
  'app/start': ['app/features', ...belowFeatures],
  'app/features/admin': ['app/features/inbox', 'app/features/print', 'app/features/sign-in', ...belowFeatures],
  'app/features/inbox': belowFeatures,
  'app/features/items': ['app/features/print', ...belowFeatures],
  'app/features/orders': belowFeatures,
  'app/features/print': belowFeatures,
  'app/features/profile': ['app/features/sign-in', ...belowFeatures],
  'app/features/sharing': ['app/features/items', ...belowFeatures],
  'app/features/sign-in': belowFeatures,
  'app/features/tags': ['app/features/items', ...belowFeatures],
  'app/widgets': ['app/core', 'functions/list.ts', ...forBrowsers],
  'app/core': ['functions/list.ts', ...forBrowsers],
  site: belowSite,
  'site/shop': ['site/pages', ...belowPages],
  'site/pages': ['site/finder', ...belowPages],
  'site/finder': belowPages,
  'site/account': belowPages,
  'site/app-shell': belowPages,
  'site/live': belowPages,
  'site/social': ['site/shop', ...belowPages],
  'site/document': ['site/http', ...belowSite],
  'site/http': belowSite,
  'site/script': ['browser', 'domain/*/contract', 'paths'],
};

/** Of some files a few names alone may be imported, by some folders. */
export const namesOf: { file: string; by: string; names: RegExp }[] = [
  { file: 'functions/list.ts', by: 'app', names: /^(Function(Input|Output)|OpenFunctionName)$/ },
];
