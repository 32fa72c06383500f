import '../start/no-eval.ts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { factChange, factsOf, type ItemFacts } from '../../domain/items/contract/facts.ts';
import type { ItemSummary } from '../../domain/items/contract/schema.ts';
import { editItemPath, previewPath } from '../../paths/paths.ts';
import { Button, LinkButton } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import { callFunction } from '../data/call-function.ts';
import { showChangedItem } from '../data/queries.ts';
import { ItemPage } from '../items/item-page.tsx';
import { NotSaved } from '../items/not-saved.tsx';
import { Overtaken } from '../items/overtaken.tsx';
import { beside, useSaving, withChange } from '../items/unsaved.ts';
import { useBase } from '../items/use-base.ts';
import { WaitingNotice } from '../items/waiting-notice.tsx';
import { seenOf } from '../offline/seen-item.ts';
import type { UnsentChange } from '../unsent/kinds.ts';
import { formValues } from '../widgets/form-values.ts';
import { useCheckedForm } from '../widgets/use-checked-form.ts';
import { FactFields, readFacts } from './fact-fields.tsx';

/** What an owner lets finders see of an item besides its name and note, and what is kept from them. */
export function FinderView() {
  const t = useWords();
  return (
    <ItemPage title={t('finderView.title')}>
      {(item, waiting) => <Facts key={item.id} item={item} waiting={waiting} />}
    </ItemPage>
  );
}

function Facts({ item, waiting }: { item: ItemSummary; waiting: UnsentChange | undefined }) {
  const t = useWords();
  const client = useQueryClient();
  const saving = useSaving(item);
  const { base, overtaken, rebase, saved, refuse, clear } = useBase(item, waiting);
  const shown = withChange(item, waiting);
  const names = factsOf(shown.category);
  const save = useMutation({
    mutationFn: (facts: ItemFacts) =>
      saving({ details: {}, facts, seen: seenOf(base), mends: 'facts' }, async () => {
        const change = { id: item.id, facts: factChange.parse(facts), seen: seenOf(base) };
        const changed = await callFunction('updateItem', change);
        showChangedItem(client, changed);
        rebase(changed, { details: {}, facts });
      }),
    onMutate: clear,
    onSuccess: (isSaved, facts) => isSaved || saved({ details: {}, facts }),
    onError: (error, facts) => refuse(error, { details: {}, facts }),
  });
  const { form, errors, failure, check } = useCheckedForm(factChange, overtaken ? null : save.error);
  const submit = (event: FormEvent<HTMLFormElement>) => {
    const typed = check(readFacts(names, formValues(event)));
    if (typed) save.mutate(changedFacts(typed as ItemFacts, beside(base, waiting).facts));
  };
  return (
    <>
      <p>
        <bdi className="font-[650]">{shown.name}</bdi> · <a href={editItemPath(item.id)}>{t('finderView.toItem')}</a>
      </p>
      <WaitingNotice waiting={waiting} />
      <p className="text-ink-soft">{t('finderView.lead')}</p>
      {shown.category === 'child' && <Notice>{t('itemForm.child')}</Notice>}
      <form ref={form} onSubmit={submit} noValidate className="grid max-w-2xl gap-6">
        <FactFields names={names} facts={shown.facts} errors={errors} />
        {overtaken && <Overtaken change={overtaken} />}
        <NotSaved error={failure} />
        {save.data && <Notice tone="success">{t('finderView.saved')}</Notice>}
        <div className="flex flex-wrap gap-3">
          <Button disabled={save.isPending}>{save.isPending ? t('itemForm.saving') : t('itemForm.save')}</Button>
          <LinkButton href={previewPath(item.hash)} variant="secondary">
            {t('itemForm.preview')}
          </LinkButton>
        </div>
      </form>
    </>
  );
}

function changedFacts(typed: ItemFacts, before: ItemFacts): ItemFacts {
  const isChanged = (name: keyof ItemFacts) => {
    const [was, is] = [before[name], typed[name]];
    return was?.text || is?.text ? was?.text !== is?.text || was?.shown !== is?.shown : false;
  };
  return Object.fromEntries(Object.entries(typed).filter(([name]) => isChanged(name as keyof ItemFacts)));
}
