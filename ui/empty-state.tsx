import type { ReactNode } from 'react';

export function EmptyState({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="tag-shape tag-blank mx-auto grid w-full max-w-lg justify-items-center gap-3 px-6 pb-8 text-center">
      <h2>{title}</h2>
      {children}
    </div>
  );
}
