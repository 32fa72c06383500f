import { conversationDeletePath, conversationPath } from '../../paths/paths.ts';
import { Button } from '../../ui/button.tsx';
import type { PageContext } from '../document/page.ts';
import { FormHere } from './form-here.tsx';

type DeletionPageProps = {
  context: PageContext;
  secret: string;
  conversationId: string;
  error?: string | undefined;
};

export function DeletionPage({ context: { t }, secret, conversationId, error }: DeletionPageProps) {
  return (
    <div className="found">
      <h1>{t('privateLink.deleteTitle')}</h1>
      {error && (
        <p role="alert">
          <strong>{error}</strong>
        </p>
      )}
      <p>{t('privateLink.deleteText')}</p>
      <FormHere t={t} action={conversationDeletePath(secret)} forgets={conversationId}>
        <Button variant="danger">{t('privateLink.deleteVerb')}</Button>
      </FormHere>
      <p>
        <a href={conversationPath(secret)}>{t('details.back')}</a>
      </p>
    </div>
  );
}
