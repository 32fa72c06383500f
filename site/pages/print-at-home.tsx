import { newItemPath, staticPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import { useTranslations } from '../../ui/translations-context.ts';

/** What works today, wherever a page has to say that something does not. */
export function PrintAtHome() {
  const t = useTranslations();
  return (
    <>
      <p>{t('sitePage.printAtHome')}</p>
      <p className="flex flex-wrap gap-3">
        <LinkButton href={newItemPath()}>{t('sitePage.printFree')}</LinkButton>
        <LinkButton href={staticPath('instructions')} variant="secondary">
          {t('sitePage.howToAttach')}
        </LinkButton>
      </p>
    </>
  );
}
