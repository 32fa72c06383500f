import { useState } from 'react';
import { changedFields, type Fields } from '../../domain/conflicts/contract/fields.ts';
import { presentValues } from '../core/data/call-function.ts';
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
