import { fold } from './fold.ts';

/** short: hides where it leads; false: looks like the site's own; link: any other, without the site's own and maps. */
export type AddressKind = 'short' | 'false' | 'messenger' | 'link';

const ending =
  '(?:com|net|org|info|io|app|xyz|top|site|online|link|live|ly|co|shop|store|click|club|vip|icu|cc|biz|support|help|page|web|dev|ru|cn|eu|de|fr|es|it|nl|pl|pt|uk|tr|br|ar|mx|ch|at|be|sa|ae|eg|me|gl|gd|is|to|id|example|test)';
/** Without a path or “www” it needs an ending that is no word beside a full stop: “the bag.it was”. */
const addresses = new RegExp(
  `(?<![\\p{L}\\d@.-])(?:h(?:tt|xx)ps?:\\/\\/)?(?:[\\p{L}\\d._%+-]+(?::[^\\s@/]*)?@(?=[^\\s/]+\\/))?((?:[\\p{L}\\d-]+\\.)+(?:${ending}(?![\\p{L}\\d-])|[a-z]{2,24}(?=\\/[\\p{L}\\d])))(?::\\d+)?(\\/\\S*)?|h(?:tt|xx)ps?:\\/\\/([^\\s/?#]+)(\\/\\S*)?`,
  'gu',
);
const endingsThatAreWords =
  /^[a-z.]*\.(?:it|is|to|at|me|de|es|id|be|co|ar|help|app|page|web|live|link|test|store|club|shop)$/;

/** Those that say in their name what they do, and those known. */
const shorteners =
  /^(?=.{4,18}$)(?:www\.)?(?:[a-z\d-]*(?:url|short|tiny|bitly|cutt|kurz|acort|encurt|kisalt|rebrand)[a-z\d-]*\.[a-z.]{2,6}|linktr\.ee)$|^(?:www\.)?(?:bit\.(?:ly|do)|t\.(?:co|ly)|t1p\.de|is\.gd|v\.gd|rb\.gy|goo\.(?:gl|su)|ow\.ly|s\.id|lnkd\.in|buff\.ly|qrco\.de|adf\.ly|u\.to|clck\.ru|vk\.cc|bl\.ink|kutt\.it|lc\.cx|shrtco\.de|tny\.im|x\.co|lnk\.to|soo\.gd|n9\.cl|me2\.kr|surl\.li|dub\.(?:sh|co)|gg\.gg|tr\.ee|qr\.(?:ae|link)|abre\.ai|l1nk\.dev|2u\.pw|shor\.by|ify\.io|mcaf\.ee|cli\.gs|did\.li|e\.vg|bom\.so|zws\.im|ogy\.de|bityl\.co|vo\.la|snip\.ly|t2m\.io|oke\.io|sl\.al|da\.gd|ulvis\.net|shrt\.li|lihi\.cc|reurl\.cc|dlvr\.it|trib\.al|po\.st|ur0\.jp|x\.gd|han\.gl|me\.qr|vn\.tl)$/;
const messengers =
  /^(?:(?:www\.)?wa\.me|t\.me|(?:api|chat|web)\.whatsapp\.com|m\.me|signal\.(?:me|group)|discord\.(?:gg|com)|line\.me|viber\.(?:me|com)|telegram\.me|ig\.me)$/;
const maps =
  /^(?:maps\.app\.goo\.gl|maps\.google\.[a-z.]+|goo\.gl\/maps.*|(?:www\.)?google\.[a-z.]+\/maps.*|(?:www\.)?openstreetmap\.org|osm\.org|w3w\.co|what3words\.com|maps\.apple(?:\.com)?|(?:www\.)?bing\.com\/maps.*|yandex\.[a-z.]+\/maps.*|2gis\..*|(?:www\.)?waze\.com|here\.com|mapy\.(?:cz|com))$/;

/** Takes the web addresses out of a folded text, and leaves a word for each kind in their place. */
export function readAddresses(text: string, ownHost: string): { rest: string; kinds: Set<AddressKind> } {
  const kinds = new Set<AddressKind>();
  const written = text.replace(/ ?[[(](?:\.|dot)[\])] ?| (?:dot|punkt|punto|point) (?=[a-z]{2,6}\b)/g, '.');
  const rest = written.replace(addresses, (whole, bare?: string, path?: string, any?: string, anyPath?: string) => {
    const host = bare ?? any ?? '';
    const kind = kindOf(host, path ?? anyPath ?? '', /^h(?:tt|xx)p|^www\./.test(whole), whole, ownHost);
    if (kind === null) return whole.includes('/') ? ' ' : whole;
    if (kind !== 'none') kinds.add(kind);
    // What it is called tells too: “anydesk.com”, “paypal.me/kim”, “my-bank-refund.net”.
    return kind === 'none'
      ? ' '
      : ` weblink ${host.split(/[.:]/).slice(0, -1).join(' ').replaceAll('-', ' ')} weblinkend `;
  });
  return { rest, kinds };
}

function kindOf(
  host: string,
  path: string,
  isSure: boolean,
  whole: string,
  ownHost: string,
): AddressKind | 'none' | null {
  const name = host.replace(/^.*@/, '').replace(/:\d+$/, '');
  if (/^[^/?#]*(?:\/\/)[^/?#]*@/.test(whole)) return 'false';
  if (name === ownHost || name.endsWith(`.${ownHost}`)) return 'none';
  if (maps.test(name) || maps.test(name + path)) return 'none';
  if (shorteners.test(name) && (path.length > 1 || isSure)) return 'short';
  if (messengers.test(name)) return 'messenger';
  if (resembles(name, ownHost)) return 'false';
  if (!isSure && !path && endingsThatAreWords.test(name)) return null;
  return 'link';
}

function resembles(host: string, ownHost: string): boolean {
  const own = skeleton(nameIn(ownHost));
  if (own.length < 5) return false;
  const parts = host.split('.').slice(0, -1);
  const names = [...parts, ...parts.flatMap((part) => part.split('-'))].map(skeleton);
  return skeleton(parts.join('')).includes(own) || names.some((name) => own.length > 6 && isOneApart(name, own));
}

/** “handback” of “www.handback.co.uk”; none of an IP address. */
function nameIn(host: string): string {
  if (/^[\d.:[\]]+$/.test(host)) return '';
  const parts = host.split('.').slice(0, -1);
  if (parts.length > 1 && /^(?:com?|net|org|gov|ac|or|ne)$/.test(parts.at(-1) ?? '')) parts.pop();
  return fold(parts.at(-1) ?? '');
}

function skeleton(name: string): string {
  const signs: Record<string, string> = {
    ...{ 0: 'o', 1: 'i', l: 'i', '|': 'i', 3: 'e', 4: 'a', 5: 's', 6: 'b', 7: 't', 8: 'b', 9: 'g' },
  };
  return name
    .replace(/-/g, '')
    .replace(/rn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/cl/g, 'd')
    .replace(/[013-9l|]/g, (sign) => signs[sign] ?? sign);
}

/** One letter more, less or other, or two that changed places. */
function isOneApart(one: string, other: string): boolean {
  if (Math.abs(one.length - other.length) > 1) return false;
  let at = 0;
  while (at < one.length && one[at] === other[at]) at += 1;
  const [a, b] = [one.slice(at), other.slice(at)];
  return (
    a.slice(1) === b.slice(1) ||
    a.slice(1) === b ||
    a === b.slice(1) ||
    (a.slice(2) === b.slice(2) && a[0] === b[1] && a[1] === b[0])
  );
}
