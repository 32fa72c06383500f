import { useEffect } from 'react';
import { SystemScreen } from '../../ui/system-screen.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { showTitle, useBrand } from '../core/document/page-metadata.ts';

export function PageHeading({ children: title, className }: { children: string; className?: string }) {
  usePageTitle(title);
  return (
    <h1 tabIndex={-1} className={className}>
      {title}
    </h1>
  );
}

function usePageTitle(title: string): void {
  const t = useTranslations();
  const { productName } = useBrand();
  useEffect(() => {
    showTitle(t('metadata.title', { page: title, product: productName }));
  }, [title, t, productName]);
}

type NotFoundProps = { title: string; text: string; action: { label: string; href: string } };

export function NotFoundScreen(props: NotFoundProps) {
  usePageTitle(props.title);
  return <SystemScreen {...props} />;
}
