import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { withLateTranslations } from './late-page.tsx';

/** What few see of a page, or what is below its first things, with words of its own. @param place holds its place meanwhile */
export function late<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  place: ReactNode = null,
): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await withLateTranslations(load) })) as unknown as ComponentType<Props>;
  return (props): ReactNode => (
    <Suspense fallback={place}>
      <Part {...props} />
    </Suspense>
  );
}
