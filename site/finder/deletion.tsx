import { conversationDeletePath, conversationPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import type { PageContext } from '../document/page.ts';

/** Asks before everything that the finder wrote is deleted. */
export function DeletionPage({ context: { t }, secret }: { context: PageContext; secret: string }) {
  return (
    <div className="found">
      <h1>{t('privateLink.deleteTitle')}</h1>
      <p>{t('privateLink.deleteText')}</p>
      <form method="post" action={conversationDeletePath(secret)}>
        <Button variant="danger">{t('privateLink.deleteVerb')}</Button>
      </form>
      <p>
        <a href={conversationPath(secret)}>{t('details.back')}</a>
      </p>
    </div>
  );
}
