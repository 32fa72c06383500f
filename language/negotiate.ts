import { languages } from './languages.ts';

const mostHeaders = 500;
const longestHeader = 200;
const known = new Map<string, string[]>();

/** The best match for an Accept-Language header (RFC 9110, 12.5.4) among `ours`. */
export function preferredLanguage(header: string | undefined, ours = languages): string | undefined {
  if (!header || header.length > longestHeader) return undefined;
  let ranked = known.get(header);
  if (!ranked) {
    ranked = rankedLanguages(header);
    if (known.size >= mostHeaders) known.clear();
    known.set(header, ranked);
  }
  return ranked.find((language) => ours.includes(language));
}

function rankedLanguages(header: string): string[] {
  const ranges = header.split(',').map((range) => {
    const [tag = '', ...more] = range.split(';').map((part) => part.trim());
    const weight = more.find((part) => part.startsWith('q='))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  const byWeight = ranges.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  return byWeight.flatMap(({ tag }) => ourLanguage(tag) ?? []);
}

/** The same language, else one of the same language and script, else of the same language: who reads zh-TW reads zh sooner than English. */
export function ourLanguage(tag: string | undefined): string | undefined {
  if (!tag || tag.length > 35) return undefined;
  const same = languages.find((language) => language.toLowerCase() === tag.toLowerCase());
  const wanted = same ? undefined : likely(tag);
  if (!wanted) return same;
  return (
    likelyOurs.find(({ each }) => each.language === wanted.language && each.script === wanted.script)?.tag ??
    likelyOurs.find(({ each }) => each.language === wanted.language)?.tag
  );
}

/** The country of a browser's first language, said or likely. */
export function preferredRegion(header = ''): string | undefined {
  const region = likely(header.split(/[,;]/, 1)[0] ?? '')?.region;
  // Others are numbers of continents.
  return region?.length === 2 ? region : undefined;
}

type Likely = { language: string; script: string | undefined; region: string | undefined };

function likely(tag: string): Likely | undefined {
  try {
    const { language, script, region } = new Intl.Locale(tag).maximize();
    return { language, script, region };
  } catch {
    return undefined;
  }
}

const likelyOurs = languages.map((tag) => ({ tag, each: likely(tag) as Likely }));
