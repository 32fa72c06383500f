import { can } from '../../domain/accounts/contract/can.ts';
import { AppFrame } from '../../ui/app-frame.tsx';
import type { Brand } from '../../ui/brand.ts';
import { KeepAccountForm } from '../../ui/deletion-alert.tsx';
import { type FirstData, firstDataId } from '../../ui/first-data.ts';
import { ItemCards, ItemFilterForm, ItemsHead, mostItemsWithoutSearch } from '../../ui/item-cards.tsx';
import { LoadingScreen } from '../../ui/system-screen.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { WaitingTagsLine } from '../../ui/waiting-tags-line.tsx';
import { DataScript } from '../document/document.tsx';

type FirstViewProps = { data: FirstData; brand: Brand; path: string; search: string; otherLanguages: boolean };

export function FirstView({ data, brand, path, search, otherLanguages }: FirstViewProps) {
  const t = useTranslations();
  const { user, unread, items, hasUnassignedTags } = data;
  const viewer = { uid: user.uid, displayName: user.displayName, isAdmin: can(user, 'admin'), unread };
  return (
    <>
      <AppFrame brand={brand} viewer={viewer} path={path} search={search} otherLanguages={otherLanguages}>
        {user.deletedOn && <KeepAccountForm deletedOn={user.deletedOn} className="mb-6" />}
        {items?.rows.length &&
        !['search', 'category', 'archived', 'select'].some((name) => new URLSearchParams(search).has(name)) ? (
          <>
            <ItemsHead>
              <h1>{t('frame.myItems')}</h1>
            </ItemsHead>
            {hasUnassignedTags && <WaitingTagsLine className="mb-4" />}
            <div className="grid gap-6">
              {items.rows.length > mostItemsWithoutSearch && <ItemFilterForm />}
              <ItemCards items={items.rows} />
            </div>
          </>
        ) : (
          <LoadingScreen />
        )}
      </AppFrame>
      <DataScript type="application/json" id={firstDataId} data={data} />
    </>
  );
}
