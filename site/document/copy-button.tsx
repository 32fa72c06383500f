import type { Translations } from '../../language/create-translations.ts';
import { ActionButton } from '../../ui/button.tsx';

type PageCopyProps = { t: Translations; label: string; text?: string; id?: string; labelledBy?: string };

/** Copies the text, else the address of the page: shown by site/script/copying.ts where the browser can. */
export function PageCopyButton({ t, label, text, id, labelledBy }: PageCopyProps) {
  return (
    <>
      <ActionButton hidden id={id} aria-labelledby={labelledBy} data-copy={text} data-copied={t('conversation.copied')}>
        {label}
      </ActionButton>
      <span className="sr-only" role="status" />
    </>
  );
}
