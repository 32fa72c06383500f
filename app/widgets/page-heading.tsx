import { useEffect } from 'react';
import { useTranslations } from '../../ui/translations-context.ts';
import { useBrand } from '../core/document/brand.ts';
import { showTitle } from '../core/document/page-metadata.ts';

export function PageHeading({ children: title, className }: { children: string; className?: string }) {
  usePageTitle(title);
  return (
    <h1 tabIndex={-1} className={className}>
      {title}
    </h1>
  );
}

export function usePageTitle(title: string): void {
  const t = useTranslations();
  const { productName } = useBrand();
  useEffect(() => {
    showTitle(t('metadata.title', { page: title, product: productName }));
  }, [title, t, productName]);
}
