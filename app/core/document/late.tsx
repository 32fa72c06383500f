import { type ComponentType, lazy, type ReactNode, Suspense } from 'react';
import { within } from '../../../browser/time-limit.ts';
import { Alert } from '../../../ui/alert.tsx';
import { ActionButton } from '../../../ui/button.tsx';
import { TranslationsContext } from '../../../ui/translations-context.ts';
import { loadLateTranslations, t } from './app-translations.ts';
import { isTryingAgain } from './second-try.ts';

/** @param ofAdministration of the page that opens; without it, of the open one */
export async function withLateTranslations<Props extends object>(
  load: Load<Props>,
  ofAdministration?: boolean,
): Promise<ComponentType<Props>> {
  const [Part, words] = await Promise.all([load(), loadLateTranslations(ofAdministration)]);
  return (props) => (
    <TranslationsContext value={words}>
      <Part {...props} />
    </TranslationsContext>
  );
}

const chunkTimeoutMs = 120_000;

export function loadPage(load: () => Promise<ComponentType>, timeoutMs = chunkTimeoutMs) {
  return async (): Promise<ComponentType> => {
    try {
      return await within(timeoutMs, load());
    } catch (error) {
      if (isTryingAgain()) return new Promise(() => {});
      if (error instanceof SyntaxError) document.documentElement.dataset.tooOld = '';
      throw error;
    }
  };
}

/** In the place of a part whose script did not come; the rest of the page goes on. */
function NotLoaded() {
  return (
    <Alert tone="error">
      <p>{t('screen.notConnected')}</p>
      <ActionButton className="mt-3" onClick={() => location.reload()}>
        {t('screen.refreshPage')}
      </ActionButton>
    </Alert>
  );
}

type Load<Props> = () => Promise<ComponentType<Props>>;

/** Loads a part of a page later, with its texts: what few people see, or what is far down. @param place is drawn meanwhile */
export function late<Props extends object>(load: Load<Props>, place?: ReactNode): ComponentType<Props> {
  return apart(() => withLateTranslations(load), place);
}

export function apart<Props extends object>(load: Load<Props>, place: ReactNode = null): ComponentType<Props> {
  const Part = lazy(async () => ({ default: await load().catch(() => NotLoaded) })) as unknown as ComponentType<Props>;
  return (props): ReactNode => (
    <Suspense fallback={place}>
      <Part {...props} />
    </Suspense>
  );
}
