import { useEffect, useRef, useState } from 'react';
import { categories } from '../../../domain/items/contract/categories.ts';
import { factNames, factsOf, type ItemFacts } from '../../../domain/items/contract/facts.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { FactFields, readFacts } from './fact-fields.tsx';

type NewItemFactsProps = { facts?: ItemFacts | undefined; errors: Record<string, string | undefined> };

/** What helps with this kind of thing, folded. What was typed for another kind is hidden, and there again with that kind. */
export function NewItemFacts({ facts = {}, errors }: NewItemFactsProps) {
  const t = useTranslations();
  const [names, setNames] = useState(() => namesOf(undefined));
  const [isOpen, setOpen] = useState(() => Object.keys(facts).length > 0);
  const fold = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const form = fold.current?.closest('form');
    if (!form) return;
    const look = () => setNames(namesOf(new FormData(form).get('category')));
    look();
    form.addEventListener('change', look);
    return () => form.removeEventListener('change', look);
  }, []);
  const isWrong = names.some((name) => errors[name]);
  if (isWrong && !isOpen) setOpen(true);
  return (
    <details
      ref={fold}
      open={isOpen}
      onToggle={(event) => setOpen(event.currentTarget.open)}
      className="rounded-card border-2 border-line bg-card px-4"
    >
      <summary className="cursor-pointer py-3 font-[650]">{t('itemForm.facts')}</summary>
      <div className="grid gap-6 pt-2 pb-4">
        <p className="text-ink-soft">{t('finderView.lead')}</p>
        <FactFields names={factNames} hidden={(name) => !names.includes(name)} facts={facts} errors={errors} />
      </div>
    </details>
  );
}

/** Those of the kind that was chosen. */
export function typedFacts(typed: Record<string, string>): ItemFacts {
  return readFacts(namesOf(typed.category), typed);
}

function namesOf(category: unknown) {
  return factsOf(categories.find((each) => each === category) ?? 'other');
}
