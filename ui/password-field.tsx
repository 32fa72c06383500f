import { type ComponentProps, useState } from 'react';
import { Field, fieldAttributes } from './fields.tsx';
import { useTranslations } from './translations-context.ts';

type PasswordFieldProps = ComponentProps<'input'> & { label: string; name: string; hint?: string; error?: string };

/** A password that can be looked at before it is sent. Only for the app: the button needs a script. */
export function PasswordField({ label, hint, error, ...input }: PasswordFieldProps) {
  const t = useTranslations();
  const [shown, setShown] = useState(false);
  const id = input.id ?? input.name;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <div className="relative">
        <input
          className="field-input pe-[min(7.5rem,45%)]"
          autoCapitalize="none"
          spellCheck={false}
          {...input}
          type={shown ? 'text' : 'password'}
          {...fieldAttributes(id, hint, error)}
        />
        <button
          type="button"
          className="absolute inset-y-0 end-0 rounded-control px-[min(1rem,3%)] font-semibold"
          aria-pressed={shown}
          aria-label={t('password.show')}
          aria-controls={id}
          onClick={() => setShown(!shown)}
        >
          {shown ? t('password.hide') : t('password.reveal')}
        </button>
      </div>
    </Field>
  );
}
