import { type ReactNode, useReducer, useState } from 'react';
import { typedFormsName } from '../../browser/drafts.ts';
import { Alert } from '../../ui/alert.tsx';
import { ActionButton } from '../../ui/button.tsx';
import { t } from '../core/document/app-translations.ts';
import { useLocation } from '../core/navigation/opened-page.tsx';
import { useUser } from '../core/session/auth-provider.tsx';
import { type FormDraft, openFormDraft } from './form-draft.ts';
import { useKeepFocus } from './keep-focus.ts';

/** `name`: of one of several forms at the same address. */
type DraftedProps = { name?: string; children(draft: FormDraft): ReactNode };

/** Gives a form its draft, and begins it anew when that is discarded. */
export function Drafted({ name = '', children }: DraftedProps) {
  const { uid } = useUser();
  const { pathname } = useLocation();
  useKeepFocus();
  const [round, begin] = useReducer((rounds: number) => rounds + 1, 0);
  const key = `${typedFormsName(uid)}${pathname} ${name}`;
  return (
    <OpenDraft key={`${key} ${round}`} name={key} onDiscard={begin}>
      {children}
    </OpenDraft>
  );
}

type OpenDraftProps = Required<DraftedProps> & { onDiscard(): void };

function OpenDraft({ name, onDiscard, children }: OpenDraftProps) {
  const [draft] = useState(() => openFormDraft(name));
  const [isRestored, setRestored] = useState(Object.keys(draft.typed).length > 0);
  const end = () => {
    draft.drop();
    setRestored(false);
  };
  const discard = () => {
    draft.drop();
    onDiscard();
  };
  return children({ ...draft, isRestored, end, discard });
}

export function RestoredDraft({ of: { isRestored, discard } }: { of: FormDraft }) {
  return (
    isRestored && (
      <Alert>
        <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
          <p>{t('unsent.restored')}</p>
          <ActionButton onClick={discard}>{t('unsent.discard')}</ActionButton>
        </div>
      </Alert>
    )
  );
}
