import { useEffect } from 'react';
import { useBrand } from './brand.ts';

type PageHeadingProps = { children: string; className?: string };

/** The page's name, in the heading and in the browser's tab; takes the focus when the page is arrived at. */
export function PageHeading({ children: title, className }: PageHeadingProps) {
  const { productName } = useBrand();
  useEffect(() => {
    document.title = `${title} · ${productName}`;
  }, [title, productName]);
  return (
    <h1 tabIndex={-1} className={className}>
      {title}
    </h1>
  );
}
