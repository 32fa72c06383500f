import { dropTypedForms } from '../../../browser/drafts.ts';
import type { ItemFacts } from '../../../domain/items/contract/facts.ts';
import type { ItemDetails } from '../../../domain/items/contract/schema.ts';
import { itemPath, itemsPath } from '../../../paths/paths.ts';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { navigate } from '../../core/navigation/navigation.tsx';
import { useUser } from '../../core/session/auth-provider.tsx';
import { useChangedFields } from '../../widgets/changed-fields.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { Fold } from '../../widgets/fold.tsx';
import { ChangeButton, Failure, useChange } from '../../widgets/form.tsx';
import { type ItemPartProps, isWaiting, presentOf, stateBefore, useSaveItem, withEntries } from './item-entries.ts';
import { ItemForm } from './item-form.tsx';
import { type ItemFormPageProps, ItemPage, ItemSections, WaitingAlert } from './item-page.tsx';
import { useArchiveSwitch } from './lost-switch.tsx';
import type { Deleted } from './my-items.tsx';

const ChangedElsewhere = late(async () => (await import('./compared-changes.tsx')).ChangedElsewhere);

const filesPlace = <div className="min-h-40" />;
const ItemPicture = late(async () => (await import('./item-picture.tsx')).ItemPicture, filesPlace);

export function EditItem() {
  return <ItemPage title="itemForm.editTitle" of={Editing} />;
}

function Editing({ item, entries, draft }: ItemFormPageProps) {
  const saveItem = useSaveItem(item);
  const fields = useChangedFields<Details>(detailsOf(withEntries(item, entries.filter(isWaiting))), {
    refused: presentOf({ ...item, ...item.facts }, entries, 'updateItem'),
    draft,
  });
  const save = useChange(
    (typed: Details) => {
      const { serialNumber, ...changes } = fields.changesTo(typed);
      const facts = serialNumber && { facts: { serialNumber } };
      return saveItem('updateItem', { ...changes, ...facts }, { decides: fieldNames });
    },
    {
      onSuccess: (saved) => {
        draft.end();
        navigate(saved ? itemPath(item.hash) : itemsPath());
      },
      onError: fields.onError,
    },
  );
  const conflict = save.error ? fields.compared(save.variables) : undefined;
  return (
    <>
      <ItemSections item={item} />
      <WaitingAlert entries={entries} />
      <div className="grid grid-cols-1 gap-x-16 gap-y-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <ItemForm
          item={withEntries(item, entries)}
          facts={withEntries(item, entries).facts}
          draft={draft}
          verb={t('itemForm.save')}
          saving={save.isPending || save.isSuccess}
          error={conflict ? null : save.error}
          onSave={(details) => save.mutate(detailsOf(details))}
        >
          {conflict && <ChangedElsewhere {...conflict} onTake={save.reset} />}
        </ItemForm>
        <ItemPicture item={item} />
        <div className="lg:col-start-1">
          <Fold title={t('itemForm.archiveOrDelete')} startsOpen={withEntries(item, entries).archivedAt !== null}>
            <ArchiveItem item={item} entries={entries} />
            <DeleteItem item={item} entries={entries} />
          </Fold>
        </div>
      </div>
    </>
  );
}

const fieldNames = ['name', 'category', 'note', 'serialNumber'];

type Details = ItemDetails & Pick<ItemFacts, 'serialNumber'>;

function detailsOf({ name, category, note, facts }: ItemDetails & { facts?: ItemFacts | undefined }): Details {
  const serialNumber = facts?.serialNumber;
  return { name, category, note, ...(serialNumber && { serialNumber }) };
}

function ArchiveItem({ item, entries }: ItemPartProps) {
  const isArchived = withEntries(item, entries).archivedAt !== null;
  const change = useArchiveSwitch({ item, entries });
  return (
    <section className="grid gap-3">
      <h2>{t('itemForm.archiveTitle')}</h2>
      <p role="status">{isArchived ? t('itemForm.isArchived') : t('itemForm.archiveText')}</p>
      <Failure error={change.error} />
      <ChangeButton of={change} className="justify-self-start">
        {isArchived ? t('itemForm.unarchive') : t('itemForm.archive')}
      </ChangeButton>
    </section>
  );
}

function DeleteItem({ item, entries }: ItemPartProps) {
  const save = useSaveItem(item);
  const { uid } = useUser();
  const remove = async () => {
    await save('deleteItem', { state: stateBefore(item, entries) }, { slot: 'deleted' });
    dropTypedForms(uid, item.id);
    const deleted: Deleted = { id: item.id, name: item.name, at: Date.now() };
    navigate(itemsPath(), { replace: true, state: { deleted } });
  };
  return (
    <section className="grid gap-3 border-t-2 border-dashed border-line pt-6">
      <h2>{t('itemForm.deleteTitle')}</h2>
      <p>{t('itemForm.deleteText')}</p>
      <ConfirmButton
        label={t('itemForm.delete')}
        variant="danger"
        question={t('itemForm.deleteQuestion', { item: item.name })}
        verb={t('itemForm.deleteIt')}
        action={remove}
        text={t('itemForm.deleteWarning')}
      />
    </section>
  );
}
