import { Notice } from '../../ui/notice.tsx';
import { useWords } from '../../ui/words-context.ts';
import type { ChangeSettings } from './change-settings.ts';

type ChoiceProps = { label: string; checked: boolean; change: ChangeSettings; onChange(chosen: boolean): void };

/** Saved at once; a choice that could not be saved goes back and says so. */
export function Choice({ label, checked, change, onChange }: ChoiceProps) {
  return (
    <label className="flex min-h-12 items-center gap-3">
      <input
        type="checkbox"
        className="size-6 shrink-0 accent-home"
        checked={checked}
        disabled={change.isPending}
        onChange={({ target }) => onChange(target.checked)}
      />
      {label}
    </label>
  );
}

export function Outcome({ of: { error, isSuccess } }: { of: ChangeSettings }) {
  const t = useWords();
  if (error)
    return (
      <Notice tone="error" title={t('notifications.notSaved')}>
        <p>{error.message}</p>
      </Notice>
    );
  return isSuccess && <Notice tone="success">{t('notifications.saved')}</Notice>;
}
