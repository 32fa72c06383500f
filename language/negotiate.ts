import { languages } from './languages.ts';

const mostHeaders = 500;
const longestHeader = 200;
const known = new Map<string, string | undefined>();

/** The best match for an Accept-Language header (RFC 9110, 12.5.4). */
export function preferredLanguage(header: string | undefined): string | undefined {
  if (!header || header.length > longestHeader) return undefined;
  if (known.has(header)) return known.get(header);
  if (known.size >= mostHeaders) known.clear();
  const ranges = header.split(',').map((range) => {
    const [tag = '', ...more] = range.split(';').map((part) => part.trim());
    const weight = more.find((part) => part.startsWith('q='))?.slice(2);
    return { tag, weight: weight === undefined ? 1 : Number(weight) || 0 };
  });
  const byWeight = ranges.filter(({ weight }) => weight > 0).sort((one, other) => other.weight - one.weight);
  const language = byWeight.map(({ tag }) => ourLanguage(tag)).find(Boolean);
  known.set(header, language);
  return language;
}

/** The same language, or one of the same language and script. */
export function ourLanguage(tag: string | undefined): string | undefined {
  if (!tag || tag.length > 35) return undefined;
  const same = languages.find((language) => language.toLowerCase() === tag.toLowerCase());
  return same ?? languages.find((language) => likely(language) === likely(tag));
}

function likely(tag: string): string | undefined {
  try {
    const { language, script } = new Intl.Locale(tag).maximize();
    return `${language}-${script}`;
  } catch {
    return undefined;
  }
}
