import type { ComponentProps, ReactNode } from 'react';

type FieldProps = {
  label: string;
  name: string;
  /** Said before the control, because it is needed to fill it in. */
  hint?: ReactNode;
  /** What to do about it, such as “Give the item a name.” */
  error?: string | undefined;
};

type Only<Element extends 'input' | 'textarea' | 'select'> = FieldProps & ComponentProps<Element>;

export function TextField({ label, hint, error, ...input }: Only<'input'>) {
  const id = input.id ?? input.name;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <input type="text" dir="auto" className="field-input" {...input} {...fieldAttributes(id, hint, error)} />
    </Field>
  );
}

export function TextArea({ label, hint, error, ...area }: Only<'textarea'>) {
  const id = area.id ?? area.name;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <textarea rows={4} dir="auto" className="field-input" {...area} {...fieldAttributes(id, hint, error)} />
    </Field>
  );
}

type SelectProps = Only<'select'> & { options: readonly { value: string; label: string; lang?: string }[] };

export function Select({ label, hint, error, options, ...select }: SelectProps) {
  const id = select.id ?? select.name;
  return (
    <Field id={id} label={label} hint={hint} error={error}>
      <select className="field-input field-select" {...select} {...fieldAttributes(id, hint, error)}>
        {options.map(({ value, label: text, lang }) => (
          <option key={value} value={value} lang={lang}>
            {text}
          </option>
        ))}
      </select>
    </Field>
  );
}

export function Checkbox({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="flex min-h-12 items-center gap-3">
      <input type="checkbox" className="size-5 shrink-0" {...input} />
      {children}
    </label>
  );
}

export function Radio({ children, ...input }: ComponentProps<'input'>) {
  return (
    <label className="flex min-h-12 items-center gap-3">
      <input type="radio" className="size-6 min-h-0 flex-none accent-home" {...input} />
      {children}
    </label>
  );
}

type LabelledProps = { id: string; label: string; hint: ReactNode; error: string | undefined; children: ReactNode };

export function Field({ id, label, hint, error, children }: LabelledProps) {
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <Remarks id={id} hint={hint} error={error} />
      {children}
    </div>
  );
}

export function fieldAttributes(id: string, hint: ReactNode, error: string | undefined) {
  const described = [hint ? `${id}-hint` : '', error ? `${id}-error` : ''].filter(Boolean).join(' ');
  return { id, 'aria-describedby': described || undefined, 'aria-invalid': error ? true : undefined };
}

function Remarks({ id, hint, error }: Pick<LabelledProps, 'id' | 'hint' | 'error'>) {
  return (
    <>
      {hint && (
        <p id={`${id}-hint`} className="field-hint">
          {hint}
        </p>
      )}
      {error && (
        <p id={`${id}-error`} className="field-error">
          {error}
        </p>
      )}
    </>
  );
}
