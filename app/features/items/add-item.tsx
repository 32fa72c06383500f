import { printPath } from '../../../paths/paths.ts';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useSearchParams } from '../../core/navigation/opened-page.tsx';
import { PageHeading } from '../../widgets/page-heading.tsx';
import { ItemForm } from './item-form.tsx';
import { NewItemPicture, useNewItem } from './new-item.tsx';

export function AddItem() {
  const t = useTranslations();
  const isToPrint = useSearchParams().get('then') === 'print';
  const { form, picture } = useNewItem({ next: isToPrint ? ({ id }) => printPath(id) : undefined });
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
