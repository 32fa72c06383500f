import { type ComponentProps, type ReactNode, useEffect } from 'react';
import { Icon } from '../../ui/icon.tsx';
import { SystemScreen } from '../../ui/system-screen.tsx';
import { t } from '../core/document/app-translations.ts';
import { showTitle, useBrand } from '../core/document/page-metadata.ts';

export function PageHeading({ children: title, className }: { children: string; className?: string }) {
  usePageTitle(title);
  return (
    <h1 tabIndex={-1} className={className}>
      {title}
    </h1>
  );
}

/** Stands above the heading of the page that it leads back from. */
export function BackLink({ href, className = '', children }: ComponentProps<'a'>) {
  return (
    <a href={href} className={`-mt-4 inline-flex min-h-12 items-center gap-1 text-ink wrap-anywhere ${className}`}>
      <Icon name="back" className="size-5 flex-none rtl:-scale-x-100" />
      {children}
    </a>
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
  const { productName } = useBrand();
  useEffect(() => {
    showTitle(t('metadata.title', { page: title, product: productName }));
  }, [title, productName]);
}

type NotFoundProps = { title: string; text: string; action: { label: string; href: string } };

export function NotFoundScreen(props: NotFoundProps) {
  usePageTitle(props.title);
  return <SystemScreen {...props} />;
}
