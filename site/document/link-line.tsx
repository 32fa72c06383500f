import type { ReactNode } from 'react';

/** A link that stands alone, with a target for a finger. */
export function LinkLine({ href, children }: { href: string; children: ReactNode }) {
  return (
    <p>
      <a href={href} className="flex min-h-12 items-center wrap-anywhere">
        {children}
      </a>
    </p>
  );
}
