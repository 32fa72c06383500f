import type { Brand } from './brand.ts';
import { useTranslations } from './translations-context.ts';

/** Leads to the mobile app, where the operator has one (C-1.06). */
export function StoreBadge({ brand }: { brand: Brand }) {
  const t = useTranslations();
  if (!brand.appStoreUrl) return null;
  return (
    <a className="store-badge" href={brand.appStoreUrl}>
      <AppDrawing />
      <span>
        <small className="block">{t('frame.getApp')}</small>
        <strong>{t('frame.appStore')}</strong>
      </span>
    </a>
  );
}

function AppDrawing() {
  return (
    <svg
      viewBox="0 0 32 32"
      className="size-9"
      fill="none"
      stroke="currentColor"
      strokeWidth="2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d="M12 3h8a3 3 0 0 1 3 3v20a3 3 0 0 1-3 3h-8a3 3 0 0 1-3-3V6a3 3 0 0 1 3-3Z" />
      <path className="stroke-sun" d="M16 10v9M12.5 16l3.5 3.5 3.5-3.5M12.5 24h7" />
    </svg>
  );
}
