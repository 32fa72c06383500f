import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { createRoot } from 'react-dom/client';
import { TranslationsContext } from '../../../ui/translations-context.ts';
import { loadLateTranslations, t } from '../../core/document/app-translations.ts';
import { AuthProvider } from '../../core/session/auth-provider.tsx';
import { Loaded } from '../../widgets/loaded.tsx';
import { ProveForm } from './prove-form.tsx';
import { secondFactorsQuery } from './second-factors-query.ts';

let asking: Promise<boolean> | undefined;

/** Asks for the second factor over whatever is open, once for all calls that wait for it. @returns whether it was proved */
export function askAgain(): Promise<boolean> {
  asking ??= show().finally(() => {
    asking = undefined;
  });
  return asking;
}

async function show(): Promise<boolean> {
  const words = await loadLateTranslations();
  const place = document.body.appendChild(document.createElement('div'));
  const root = createRoot(place);
  const proved = await new Promise<boolean>((resolve) =>
    root.render(
      <TranslationsContext value={words}>
        <QueryClientProvider client={new QueryClient()}>
          <AuthProvider>
            <Dialog onEnd={resolve} />
          </AuthProvider>
        </QueryClientProvider>
      </TranslationsContext>,
    ),
  );
  root.unmount();
  place.remove();
  return proved;
}

function Dialog({ onEnd }: { onEnd(proved: boolean): void }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const factors = useQuery(secondFactorsQuery);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog
      ref={dialog}
      aria-labelledby="ask-again"
      onClose={() => onEnd(false)}
      className="m-auto grid content-start w-[min(100%-2rem,30rem)] gap-4 rounded-card border-2 border-line bg-card p-6 text-ink backdrop:bg-[#17202e99]"
    >
      <h2 id="ask-again">{t('secondFactor.again')}</h2>
      <Loaded query={factors} failure={t('secondFactor.failed')}>
        {({ passkeys, proof }) => (
          <>
            <p>{t(proof === 'missing' ? 'secondFactor.proveText' : 'secondFactor.againText')}</p>
            <ProveForm
              withPasskey={passkeys.length > 0}
              onProved={() => onEnd(true)}
              onCancel={() => dialog.current?.close()}
            />
          </>
        )}
      </Loaded>
    </dialog>
  );
}
