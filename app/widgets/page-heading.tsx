import { useEffect } from 'react';
import { useBrand } from '../start/brand.ts';

export function PageHeading({ children: title, className }: { children: string; className?: string }) {
  usePageTitle(title);
  return (
    <h1 tabIndex={-1} className={className}>
      {title}
    </h1>
  );
}

export function usePageTitle(title: string): void {
  const { productName } = useBrand();
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
}
