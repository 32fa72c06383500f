import { printPath } from '../../../paths/paths.ts';
import { t } from '../../core/document/app-translations.ts';
import { useSearchParams } from '../../core/navigation/navigation.tsx';
import { Drafted, type FormDraft } from '../../widgets/drafted.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { ItemForm } from './item-form.tsx';
import { NewItemPicture, useNewItem } from './new-item.tsx';

export function AddItem() {
  return <Drafted>{(draft) => <NewItemForm draft={draft} />}</Drafted>;
}

function NewItemForm({ draft }: { draft: FormDraft }) {
  const isToPrint = useSearchParams().get('then') === 'print';
  const { form, picture } = useNewItem({ draft, next: isToPrint ? ({ id }) => printPath(id) : undefined });
  return (
    <div className="mx-auto grid max-w-2xl gap-6 lg:max-w-none">
      <div className="grid gap-2">
        <PageHeading>{t('items.addTitle')}</PageHeading>
        <p className="text-ink-soft">{t('itemForm.addText')}</p>
      </div>
      <ItemForm verb={t('itemForm.make')} isNew {...form}>
        <NewItemPicture {...picture} />
      </ItemForm>
    </div>
  );
}
