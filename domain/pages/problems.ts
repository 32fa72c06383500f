import type { Services } from '../../server/services.ts';
import type { Brand } from '../../ui/brand.ts';
import { brandOf } from '../settings/brand.ts';
import type { ShopSettings } from '../shop/contract/shop-settings.ts';
import { readShopSettings } from '../shop/current-settings.ts';
import { isLinkTarget } from './contract/links.ts';
import { fillIn, isPlaceholder, namesIn, type PlaceholderValues } from './contract/placeholders.ts';
import type { PageWords } from './contract/schema.ts';
import { inlinesOf, readText } from './contract/text-format.ts';

export type PageProblem = {
  field: keyof PageWords;
  problem: 'missing' | 'link' | 'placeholder' | 'empty-placeholder';
  /** What is wrong, as it was typed. */
  typed: string;
};

/** What keeps the words of a page from being published; at most one problem for each field. */
export function problemsOf(words: PageWords, values: PlaceholderValues): PageProblem[] {
  return (Object.keys(words) as (keyof PageWords)[]).flatMap((field) => {
    const problem =
      missing(words, field) ??
      wrongPlaceholder(words[field], values) ??
      (field === 'text' && wrongLink(words.text, values));
    return problem ? [{ field, ...problem }] : [];
  });
}

type Problem = Omit<PageProblem, 'field'>;

function missing(words: PageWords, field: keyof PageWords): Problem | undefined {
  if (field === 'lead' || words[field]) return undefined;
  return { problem: 'missing', typed: '' };
}

function wrongPlaceholder(text: string, values: PlaceholderValues): Problem | undefined {
  const names = namesIn(text);
  const unknown = names.find((name) => !isPlaceholder(name));
  if (unknown) return { problem: 'placeholder', typed: `{${unknown}}` };
  const empty = names.find((name) => isPlaceholder(name) && !values[name]);
  return empty ? { problem: 'empty-placeholder', typed: `{${empty}}` } : undefined;
}

function wrongLink(text: string, values: PlaceholderValues): Problem | undefined {
  for (const part of inlinesOf(readText(text))) {
    if (part.kind === 'link' && !isLinkTarget(fillIn(part.target, values)))
      return { problem: 'link', typed: part.target };
    const unread = part.kind === 'text' ? /\]\((.{0,80})/u.exec(part.text)?.[1] : undefined;
    if (unread !== undefined) return { problem: 'link', typed: unread };
  }
  return undefined;
}

/** Who runs this installation: the brand, and what the shop knows of its seller besides. */
export async function placeholderValues(
  services: Pick<Services, 'settings' | 'brand' | 'publicUrl'>,
  known?: Brand,
): Promise<PlaceholderValues> {
  const brand = known ?? brandOf(services, await services.settings.read('brand'));
  const { seller } = await readShopSettings(services);
  return valuesOf(brand, seller);
}

export function valuesOf(brand: Brand, seller: ShopSettings['seller']): PlaceholderValues {
  return {
    product: brand.productName,
    operator: brand.legalName || seller.name,
    email: brand.contactEmail || seller.email,
    address: brand.address || seller.address,
    taxNumber: seller.taxNumber,
  };
}
