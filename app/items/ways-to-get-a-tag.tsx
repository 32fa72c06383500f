import type { ReactNode } from 'react';
import { newItemPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';

/** What stands on the wall before the first tag hangs there. */
export function WaysToGetATag() {
  return (
    <EmptyState title="No tags yet">
      <p>There are three ways to get one.</p>
      <ol className="grid w-full gap-4 text-start">
        <Way name="Print one at home">Free, and it takes two minutes: write what it is for, print, tape, attach.</Way>
        <Way name="Buy a pack">Made to last, on a ring or as a sticker. The shop is not open yet.</Way>
        <Way name="Get one as a gift">Somebody buys the pack, you activate it. This comes with the shop.</Way>
      </ol>
      <LinkButton href={newItemPath()}>Print your first tag</LinkButton>
    </EmptyState>
  );
}

function Way({ name, children }: { name: string; children: ReactNode }) {
  return (
    <li>
      <strong>{name}</strong>
      <p className="text-ink-soft">{children}</p>
    </li>
  );
}
