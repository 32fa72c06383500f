import type { ReactNode } from 'react';
import type { Category } from '../../domain/items/contract/categories.ts';
import { Drawing } from '../../ui/drawings.tsx';

type ArticleProps = {
  title: string;
  lead: ReactNode;
  drawing?: Category | undefined;
  /** Its parts are no text to be read in lines. */
  wide?: boolean;
  children: ReactNode;
};

export function Article({ title, lead, drawing = 'other', wide = false, children }: ArticleProps) {
  return (
    <article className="wrap article">
      <header className="article-head">
        <div>
          <h1>{title}</h1>
          <p className="article-lead">{lead}</p>
        </div>
        <div className="article-tag">
          <div className="tag-shape">
            <Drawing category={drawing} className="mx-auto my-3 size-16" />
          </div>
        </div>
      </header>
      <div className={wide ? 'article-parts' : 'prose'}>{children}</div>
    </article>
  );
}

type SectionProps = { id: string; title: ReactNode; drawing?: Category; children: ReactNode };

export function Section({ id, title, drawing, children }: SectionProps) {
  return (
    <section id={id} aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="flex items-center gap-3">
        {drawing && <Drawing category={drawing} className="size-10 flex-none" />}
        <span className="min-w-0">{title}</span>
      </h2>
      {children}
    </section>
  );
}
