import type { ReactNode } from 'react';

type EmptyStateProps = { title: string; children: ReactNode; heading?: 'h2' | 'h3' };

export function EmptyState({ title, children, heading: Heading = 'h2' }: EmptyStateProps) {
  return (
    <div className="tag-shape tag-blank mx-auto grid w-full max-w-lg justify-items-center gap-3 px-6 pb-8 text-center">
      <Heading>{title}</Heading>
      {children}
    </div>
  );
}
