import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { withLateWords } from '../start/late-page.tsx';

/** What is below the first things of a page, with words of its own; its place is kept. */
function late<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await withLateWords(load) })) as unknown as ComponentType<Props>;
  return (props): ReactNode => (
    <Suspense fallback={<div className="min-h-40" />}>
      <Part {...props} />
    </Suspense>
  );
}

export const ItemPicture = late(async () => (await import('./item-picture.tsx')).ItemPicture);
export const Receipts = late(async () => (await import('./receipts.tsx')).Receipts);
