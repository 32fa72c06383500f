import { useState } from 'react';
import { createDrafts } from '../../../browser/drafts.ts';
import { storageOf } from '../../../browser/storage.ts';
import { Alert } from '../../../ui/alert.tsx';
import { useTranslations } from '../../../ui/translations-context.ts';
import { useUser } from '../../core/session/auth-provider.tsx';
import { ConfirmButton } from '../../widgets/confirm-button.tsx';
import { CopyButton } from '../../widgets/copy-button.tsx';

export function LeftDraft({ conversationId }: { conversationId: string }) {
  const t = useTranslations();
  const { uid } = useUser();
  const [drafts] = useState(() => createDrafts(storageOf('localStorage'), uid));
  const [text, setText] = useState(() => drafts.read(conversationId).text);
  if (text.trim() === '') return null;
  const discard = () => {
    drafts.drop(conversationId);
    setText('');
  };
  return (
    <Alert title={t('unsent.notSent')}>
      <p dir="auto" className="max-h-[30dvh] overflow-y-auto wrap-anywhere whitespace-pre-wrap">
        {text}
      </p>
      <div className="mt-3 flex flex-wrap gap-3">
        <CopyButton text={text} />
        <ConfirmButton
          label={t('unsent.discard')}
          variant="secondary"
          question={t('unsent.discardQuestion')}
          verb={t('unsent.discard')}
          action={async () => discard()}
        >
          <p>{t('unsent.discardText')}</p>
        </ConfirmButton>
      </div>
    </Alert>
  );
}
