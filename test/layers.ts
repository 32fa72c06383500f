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
 * The areas of the domain: each imports itself, those of its own line and those of the lines before it. The files of `domain/` itself import
 * all of them (decision 052).
 */
const areasInOrder = [
  ['texts'],
  ['lists', 'conflicts', 'files', 'audit'],
  ['settings'],
  ['mails'],
  ['accounts', 'second-factor'],
  ['items', 'sharing', 'print', 'scans'],
  ['messages', 'notifications', 'moderation', 'reports', 'contact'],
  ['handover'],
  ['pages'],
  ['shop', 'reviews'],
  ['today', 'backups', 'health', 'import'],
  ['people'],
];

const below = ['server', 'paths', 'language', 'ui/brand.ts', 'package.json', 'node:'];

const areas = areasInOrder.flatMap((line, n) => {
  const known = areasInOrder.slice(0, n + 1).flat();
  return line.map((area) => [`domain/${area}`, [...known.map((name) => `domain/${name}`), ...below]] as const);
});

/**
 * What the files of a folder may import, beside the folder itself and packages; `*` stands for one name. `node:` counts as a folder.
 * A file of several folders follows the longest.
 */
export const layers: Record<string, string[]> = {
  domain: below,
  ...Object.fromEntries(areas),
  'app/start': ['app/features', ...belowFeatures],
  'app/features/admin': ['app/features/inbox', 'app/features/print', 'app/features/sign-in', ...belowFeatures],
  'app/features/inbox': belowFeatures,
  'app/features/item': ['app/features/inbox', 'app/features/items', 'app/features/print', ...belowFeatures],
  'app/features/items': belowFeatures,
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
  'site/finder': ['site/app-shell', ...belowPages],
  'site/account': belowPages,
  'site/app-shell': belowPages,
  'site/live': belowPages,
  'site/social': ['site/finder', 'site/pages', 'site/shop', ...belowPages],
  'site/document': ['site/http', ...belowSite],
  'site/http': belowSite,
  'site/script': ['browser', 'domain/*/contract', 'paths'],
};

/** Of some files a few names alone may be imported, by some folders. */
export const namesOf: { file: string; by: string; names: RegExp }[] = [
  { file: 'functions/list.ts', by: 'app', names: /^(Function(Input|Output)|OpenFunctionName)$/ },
];
