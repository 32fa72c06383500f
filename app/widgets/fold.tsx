import { type ReactNode, useState } from 'react';

type FoldProps = {
  title: string;
  detail?: ReactNode;
  isWrong?: boolean;
  startsOpen?: boolean;
  isDrawnLate?: boolean;
  children: ReactNode;
};

/** A part of a form that is seldom needed. What is wrong in it opens it. `isDrawnLate`: its fields are there once it was open; a form that reads its elements needs them before. */
export function Fold({ title, detail, isWrong = false, startsOpen = false, isDrawnLate = false, children }: FoldProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  const [isDrawn, setDrawn] = useState(startsOpen || !isDrawnLate);
  if (isWrong && !isOpen) setOpen(true);
  if (isOpen && !isDrawn) setDrawn(true);
  return (
    <details
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-card border-2 border-line bg-card px-4"
    >
      <summary className="cursor-pointer py-3 font-[650]">
        {title}
        {detail && <span className="ms-2 font-normal text-ink-soft">{detail}</span>}
      </summary>
      <fieldset aria-label={title} className="grid min-w-0 gap-6 pt-2 pb-4">
        {isDrawn && children}
      </fieldset>
    </details>
  );
}
