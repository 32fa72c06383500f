import type { Brand } from './brand.ts';
import { useTranslations } from './translations-context.ts';

/** Who this is, in one line instead of the navigation. */
export function BrandLine({ brand }: { brand: Brand }) {
  const t = useTranslations();
  return <header className="brand-line">{t.rich('frame.brandLine', { product: brand.productName })}</header>;
}
