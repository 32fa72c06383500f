import { useEffect, useEffectEvent, useState } from 'react';
import { ActionButton } from '../../../ui/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { t } from '../../core/document/app-translations.ts';
import { late } from '../../core/document/late.tsx';
import { useLocation } from '../../core/navigation/opened-page.tsx';

const SearchDialog = late(async () => (await import('./search-dialog.tsx')).SearchDialog);

/** A button, and Ctrl or ⌘ with K, for a dialog that finds orders, people, items, tags and products. */
export function AdminSearch() {
  const { key } = useLocation();
  const [openAt, setOpenAt] = useState<string>();
  // What was found leads to another page; going back from there opens no dialog.
  if (openAt !== undefined && openAt !== key) setOpenAt(undefined);
  const open = useEffectEvent(() => setOpenAt(key));
  useEffect(() => {
    const press = (event: globalThis.KeyboardEvent) => {
      if (event.key !== 'k' || !(event.ctrlKey || event.metaKey) || document.querySelector('dialog[open]')) return;
      event.preventDefault();
      open();
    };
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <ActionButton
        aria-haspopup="dialog"
        aria-keyshortcuts="Control+K Meta+K"
        className="md:order-1"
        onClick={() => setOpenAt(key)}
      >
        <Icon name="search" />
        <span className="sr-only lg:not-sr-only">{t('table.search')}</span>
        <kbd className="font-normal text-ink-soft max-lg:hidden">{t('adminSearch.keys')}</kbd>
      </ActionButton>
      {openAt === key && <SearchDialog onClose={() => setOpenAt(undefined)} />}
    </>
  );
}
