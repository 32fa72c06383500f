import { type ReactNode, useEffect } from 'react';
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

type LeadPageProps = { title: string; lead: ReactNode; children: ReactNode };

/** A narrow page that begins with a few words about itself. */
export function LeadPage({ title, lead, children }: LeadPageProps) {
  return (
    <div className="mx-auto grid max-w-2xl gap-6">
      <div className="grid gap-2">
        <PageHeading>{title}</PageHeading>
        {lead && <p className="text-ink-soft">{lead}</p>}
      </div>
      {children}
    </div>
  );
}

export function usePageTitle(title: string): void {
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
