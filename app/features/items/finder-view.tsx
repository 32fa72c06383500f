import '../../core/document/no-eval.ts';
import {
  type FactChange,
  type FactName,
  factChange,
  factsOf,
  type ItemFacts,
  privateFacts,
} from '../../../domain/items/contract/facts.ts';
import { previewPath } from '../../../paths/paths.ts';
import { Alert } from '../../../ui/alert.tsx';
import { LinkButton } from '../../../ui/button.tsx';
import { t } from '../../core/document/app-translations.ts';
import { useChangedFields } from '../../widgets/changed-fields.tsx';
import { RestoredDraft } from '../../widgets/drafted.tsx';
import { Fold } from '../../widgets/fold.tsx';
import { Failure, Submit, useChange, useForm } from '../../widgets/form.tsx';
import { ChangedElsewhere } from './compared-changes.tsx';
import { FactFields, readFacts } from './fact-fields.tsx';
import { isWaiting, presentOf, useSaveItem, withEntries } from './item-entries.ts';
import { type ItemFormPageProps, ItemPage, ItemSections, WaitingAlert } from './item-page.tsx';
import { useBackToSteps } from './lost-step.ts';

export function FinderView() {
  return <ItemPage title="finderView.title" of={Facts} />;
}

function Facts({ item, entries, draft }: ItemFormPageProps) {
  const saveItem = useSaveItem(item);
  const fields = useChangedFields<ItemFacts>(withEntries(item, entries.filter(isWaiting)).facts, {
    refused: presentOf(item.facts, entries, 'updateItem'),
    draft,
  });
  const shown = withEntries(item, entries);
  const names = factsOf(shown.category).filter((name) => !privateFacts.includes(name));
  const more = names.filter((name) => seldom.includes(name));
  const first = names.filter((name) => !seldom.includes(name)).toSorted(byReward);
  const backToSteps = useBackToSteps(item.hash);
  const save = useChange(
    (typed: FactChange) => {
      const { from, ...facts } = fields.changesTo(typed);
      return saveItem('updateItem', { facts, from }, { decides: names });
    },
    {
      onSuccess: (saved, typed) => {
        draft.end();
        fields.begin({ ...fields.loaded, ...(typed as ItemFacts) });
        backToSteps(Boolean(saved));
      },
      onError: fields.onError,
    },
  );
  const conflict = save.error ? fields.compared(save.variables) : undefined;
  const { ref, onSubmit, errors, failure } = useForm<FactChange>(save, {
    draft,
    error: conflict ? null : save.error,
    schema: factChange,
    read: (typed) => readFacts(names, typed),
  });
  return (
    <>
      <ItemSections item={shown} />
      <WaitingAlert entries={entries} />
      <p className="text-ink-soft">{t('finderView.lead')}</p>
      {shown.category === 'child' && <Alert>{t('itemForm.child')}</Alert>}
      <form ref={ref} onSubmit={onSubmit} noValidate className="grid max-w-2xl gap-6">
        <RestoredDraft of={draft} />
        <FactFields names={first} facts={shown.facts} errors={errors} />
        <Fold
          title={t('finderView.more')}
          detail={more.map((name) => (
            <span key={name} className="me-3 inline-block">
              {t(`finderView.${name}`)}
            </span>
          ))}
          isWrong={more.some((name) => errors[name])}
        >
          <FactFields names={more} facts={shown.facts} errors={errors} />
        </Fold>
        {conflict && <ChangedElsewhere {...conflict} onTake={save.reset} />}
        <Failure error={failure} title={t('itemForm.notSaved')} />
        {save.data && <Alert tone="success">{t('finderView.saved')}</Alert>}
        <div className="flex flex-wrap gap-3">
          <Submit of={save} busy={t('itemForm.saving')}>
            {t('itemForm.save')}
          </Submit>
          <LinkButton href={previewPath(item.hash)} variant="secondary">
            {t('itemForm.preview')}
          </LinkButton>
        </div>
      </form>
    </>
  );
}

const seldom: FactName[] = ['chip', 'vet', 'phone', 'email'];

const byReward = (one: FactName, other: FactName) => Number(other === 'reward') - Number(one === 'reward');
