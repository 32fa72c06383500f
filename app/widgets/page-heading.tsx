import { useEffect } from 'react';
import { useBrand } from '../start/brand.ts';

/** The page's name, in the heading and in the browser's tab; takes the focus when the page is arrived at. */
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
