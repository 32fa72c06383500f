import { type ReactNode, type RefObject, useLayoutEffect, useReducer, useState } from 'react';
import { typedFormsName } from '../../browser/drafts.ts';
import { storageOf } from '../../browser/storage.ts';
import { Alert } from '../../ui/alert.tsx';
import { ActionButton } from '../../ui/button.tsx';
import { t } from '../core/document/app-translations.ts';
import { useLocation } from '../core/navigation/navigation.tsx';
import { useUser } from '../core/session/auth-provider.tsx';
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

type Typed = Record<string, string>;

/** `loaded` has a digest of what each typed field was loaded with, because nothing that was read may stay on the device. */
type Kept = { typed: Typed; loaded: Record<string, number> };

export type FormDraft = ReturnType<typeof openFormDraft> & {
  isRestored: boolean;
  /** To be called once it is saved. */
  end(): void;
  discard(): void;
};

/** What is typed into a form, until it is saved or discarded: in this tab, through a reload, another page and a sign-out that nobody asked for (C-4.10). */
function openFormDraft(name: string) {
  const storage = storageOf('sessionStorage');
  const read = () => JSON.parse(storage?.getItem(name) ?? 'null') as Kept | null;
  const { typed, loaded: before } = read() ?? { typed: {}, loaded: {} };
  let loadedNow: object = {};
  return {
    typed,
    drop: () => storage?.removeItem(name),
    keep(form: HTMLFormElement): void {
      const typed = typedIn(form);
      const loaded = { ...digestsOf(loadedNow, Object.keys(typed)), ...read()?.loaded };
      if (Object.keys(typed).length > 0) storage?.setItem(name, JSON.stringify({ typed, loaded }));
      else storage?.removeItem(name);
    },
    /** What was changed elsewhere since it was typed over counts as never loaded: the server then refuses to replace it. */
    notOvertaken<Loaded extends object>(loaded: Loaded): Loaded {
      loadedNow = loaded;
      const now = digestsOf(loaded, Object.keys(before));
      const overtaken = Object.keys(before).filter((field) => before[field] !== now[field]);
      return { ...loaded, ...Object.fromEntries(overtaken.map((field) => [field, { isOvertaken: true }])) };
    },
  };
}

export function useFormDraft(ref: RefObject<HTMLFormElement | null>, draft: FormDraft | undefined): void {
  const { typed, keep } = draft ?? {};
  useLayoutEffect(() => {
    const form = ref.current;
    if (!form || !typed || !keep) return;
    fill(form, typed);
    const write = () => keep(form);
    form.addEventListener('input', write);
    form.addEventListener('change', write);
    return () => {
      form.removeEventListener('input', write);
      form.removeEventListener('change', write);
    };
  }, [ref, typed, keep]);
}

/** Only what the person changed: the rest was read, and may be another by then. */
function typedIn(form: HTMLFormElement): Typed {
  const typed = [...form.elements].flatMap((field): [string, string][] => {
    if (field instanceof HTMLInputElement && field.type === 'password') return [];
    if (field instanceof HTMLInputElement && field.type === 'radio') {
      return field.checked && !field.defaultChecked ? [[field.name, field.value]] : [];
    }
    if (isCheckbox(field)) {
      return field.checked !== field.defaultChecked ? [[field.name, field.checked ? field.value : '']] : [];
    }
    if (field instanceof HTMLSelectElement) {
      return field.selectedOptions[0]?.defaultSelected === false ? [[field.name, field.value]] : [];
    }
    const isText = field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement;
    return isText && field.value !== field.defaultValue ? [[field.name, field.value]] : [];
  });
  return Object.fromEntries(typed.filter(([name]) => name !== ''));
}

function fill(form: HTMLFormElement, typed: Typed): void {
  for (const [name, value] of Object.entries(typed)) {
    const field = form.elements.namedItem(name);
    if (isCheckbox(field)) field.checked = value !== '';
    else if (field && 'value' in field) field.value = value;
  }
}

function isCheckbox(field: unknown): field is HTMLInputElement {
  return field instanceof HTMLInputElement && field.type === 'checkbox';
}

/** Whether finders see a fact belongs to the fact. */
function digestsOf(loaded: object, typed: string[]): Record<string, number> {
  const values = new Map<string, unknown>(Object.entries(loaded));
  const fields = typed.map((name) => name.replace(/-shown$/, ''));
  return Object.fromEntries(fields.map((field) => [field, digestOf(values.get(field))]));
}

function digestOf(value: unknown): number {
  return [...JSON.stringify(value ?? '')].reduce(
    (sum, sign) => (Math.imul(sum, 31) + (sign.codePointAt(0) ?? 0)) | 0,
    7,
  );
}
