import { useState } from 'react';
import { changedFields, type Fields } from '../../domain/conflicts/contract/fields.ts';
import { Alert } from '../../ui/alert.tsx';
import { ActionButton } from '../../ui/button.tsx';
import { presentValues } from '../core/data/call-function.ts';
import { t } from '../core/document/app-translations.ts';
import type { FormDraft } from './drafted.tsx';

type Options<Name> = {
  /** Fields that make one thing: all of them are sent and compared when one is. */
  together?: Name[];
  refused?: Fields;
  draft?: FormDraft;
};

/** The fields of a form beside what it loaded. What others saved counts as loaded once a save met it. */
export function useChangedFields<Loaded extends object>(
  read: Loaded,
  { together = [], refused, draft }: Options<keyof Loaded & string> = {},
) {
  const [known, setLoaded] = useState(() => draft?.notOvertaken(read) ?? read);
  const loaded: Loaded = { ...known, ...refused };
  const [theirs, setTheirs] = useState<Fields>({});
  const meet = (now: Fields = {}) => {
    setTheirs((known) => ({ ...known, ...changedFields(now, loaded).to }));
    setLoaded((known) => ({ ...known, ...now }));
  };
  const isTogether = (name: string) => (together as string[]).includes(name);
  const apartFrom = <Wanted extends object>(wanted: Wanted) => {
    const differing = Object.keys(changedFields(wanted, loaded).to) as (keyof Wanted & string)[];
    const isOneApart = differing.some((name) => name in theirs && isTogether(name));
    return differing.filter((name) => name in theirs || (isOneApart && isTogether(name)));
  };
  return {
    loaded,
    changesTo: <Wanted extends object>(wanted: Wanted) => {
      const { to, from } = changedFields(wanted, loaded);
      const others = Object.keys(from).some(isTogether) ? isTogether : () => false;
      return { ...to, ...onlyOf(wanted, others), from: { ...from, ...onlyOf(loaded, others) } };
    },
    apartFrom,
    compared: (wanted: object = {}) => {
      const apart: string[] = apartFrom(wanted);
      const isApart = (name: string) => apart.includes(name);
      return apart.length > 0 ? { mine: onlyOf(wanted, isApart), theirs: onlyOf(loaded, isApart) } : undefined;
    },
    /** To be called with the present values that came with a refusal. */
    meet,
    onError: (error: Error) => meet(presentValues(error)),
    begin: (saved: Loaded) => {
      setLoaded(saved);
      setTheirs({});
    },
  };
}

function onlyOf(fields: object, isMeant: (name: string) => boolean): Fields {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isMeant(name)));
}

type NotSavedProps<Typed extends object, Name extends keyof Typed & string> = {
  title?: string;
  error: Error | null;
  apart: Name[];
  mine: Typed;
  theirs: Typed;
  labelOf(name: Name): string;
  inWords?(typed: Typed): Record<Name, unknown>;
  onTake(theirs: Pick<Typed, Name>): void;
};

/** Why a form was not saved. Where somebody else saved something else, saving again replaces it. */
export function NotSaved<Typed extends object, Name extends keyof Typed & string>(props: NotSavedProps<Typed, Name>) {
  const { title, error, apart, mine, theirs, labelOf, inWords = (typed) => typed, onTake } = props;
  if (!error && apart.length === 0) return null;
  const [typed, saved] = [inWords(mine), inWords(theirs)];
  return (
    <Alert tone="error" title={title}>
      {error && <p>{error.message}</p>}
      {apart.length > 0 && (
        <>
          <dl className="my-3 grid gap-3">
            {apart.map((name) => (
              <div key={name} className="whitespace-pre-line wrap-anywhere">
                <dt className="font-[650]">{labelOf(name)}</dt>
                <dd>
                  {t('changedElsewhere.typedHere')}: <Said value={typed[name]} order={typed[name]} />
                </dd>
                <dd>
                  {t('changedElsewhere.savedElsewhere')}: <Said value={saved[name]} order={typed[name]} />
                </dd>
              </div>
            ))}
          </dl>
          <p className="mb-3">{t('changedElsewhere.formText')}</p>
          <ActionButton
            onClick={() => onTake(Object.fromEntries(apart.map((name) => [name, theirs[name]])) as Pick<Typed, Name>)}
          >
            {t('changedElsewhere.takeTheirs')}
          </ActionButton>
        </>
      )}
    </Alert>
  );
}

function Said({ value, order }: { value: unknown; order: unknown }) {
  const text = typeof value === 'boolean' ? t(value ? 'admin.yes' : 'admin.no') : inLines(value, order);
  if (!text) return <i>{t('changedElsewhere.empty')}</i>;
  return <bdi>{text.includes('\n') ? `\n${text}` : text}</bdi>;
}

/** What a value has in it, in the order in which another has it: the database keeps none. */
function inLines(value: unknown, order: unknown, between = '\n'): string {
  if (typeof value !== 'object' || value === null) return String(value ?? '');
  const like = Object.keys(Object(order));
  const parts = Object.entries(value).sort(([one], [other]) => like.indexOf(one) - like.indexOf(other));
  const texts = parts.map(([, part]) => inLines(part, undefined, ' · '));
  return texts.filter(Boolean).join(between);
}
