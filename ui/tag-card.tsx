import type { ReactNode } from 'react';
import type { Category } from '../domain/items/contract/categories.ts';
import { CodeGroups } from './code-groups.tsx';
import { Drawing } from './drawings.tsx';

type TagCardProps = {
  name: string;
  category: Category;
  code: string;
  /** In words, such as “With you” or “Lost since 3 May”: the red edge alone would tell nobody who cannot see it. */
  state: string;
  lost?: boolean;
  href?: string;
  pictureUrl?: string | undefined;
  heading?: 'h1' | 'h2' | 'h3';
  children?: ReactNode;
};

export function TagCard(props: TagCardProps) {
  const { name, category, code, state, lost = false, href, pictureUrl, heading: Heading = 'h3', children } = props;
  return (
    <article className={lost ? 'tag-shape tag-card tag-lost' : 'tag-shape tag-card'}>
      <div className="tag-picture">
        {pictureUrl ? (
          <img src={pictureUrl} alt="" width="320" height="320" loading="lazy" decoding="async" />
        ) : (
          <Drawing category={category} />
        )}
      </div>
      <div className="tag-words">
        <Heading tabIndex={Heading === 'h1' ? -1 : undefined}>
          {href ? (
            <a href={href} className="text-ink no-underline">
              <bdi>{name}</bdi>
            </a>
          ) : (
            <bdi>{name}</bdi>
          )}
        </Heading>
        <p className="tag-state mt-1">{state}</p>
        <p className="mt-2 text-ink-soft">
          <CodeGroups code={code} />
        </p>
        {children}
      </div>
    </article>
  );
}
