import { useState } from 'react';
import { changedFields, type Fields } from '../../domain/conflicts/contract/fields.ts';
import { presentValues } from '../data/function-error.ts';

/**
 * The fields of a form beside what it had loaded of them. What others save meanwhile changes nothing here until a save meets it: from then
 * on it counts as loaded, so that saving again replaces it knowingly.
 * @param together fields that make one thing: all of them are sent and compared when one is
 */
export function useChangedFields<Loaded extends object>(read: Loaded, together: (keyof Loaded & string)[] = []) {
  const [loaded, setLoaded] = useState(read);
  const [theirs, setTheirs] = useState<Fields>({});
  const meet = (now: Fields = {}) => {
    setTheirs((known) => ({ ...known, ...changedFields(now, loaded).to }));
    setLoaded((known) => ({ ...known, ...now }));
  };
  const isTogether = (name: string) => (together as string[]).includes(name);
  return {
    loaded,
    /** The input of a save: only what is wanted otherwise. */
    changesTo: <Wanted extends object>(wanted: Wanted) => {
      const { to, from } = changedFields(wanted, loaded);
      const others = Object.keys(from).some(isTogether) ? isTogether : () => false;
      return { ...to, ...onlyOf(wanted, others), from: { ...from, ...onlyOf(loaded, others) } };
    },
    /** The names of those that somebody else saved otherwise than they are wanted here. */
    apartFrom: <Wanted extends object>(wanted: Wanted) => {
      const differing = Object.keys(changedFields(wanted, loaded).to) as (keyof Wanted & string)[];
      const isOneApart = differing.some((name) => name in theirs && isTogether(name));
      return differing.filter((name) => name in theirs || (isOneApart && isTogether(name)));
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

function onlyOf(fields: object, isMeant: (name: string) => boolean): object {
  return Object.fromEntries(Object.entries(fields).filter(([name]) => isMeant(name)));
}
