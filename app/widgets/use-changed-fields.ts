import { useState } from 'react';
import { changedFields, type Fields, isSame } from '../../domain/conflicts/contract/fields.ts';

/**
 * The fields of a form beside what it had loaded of them. What others save meanwhile changes nothing here until a save meets it: from then
 * on it counts as loaded, so that saving again replaces it knowingly.
 * @param refused present values of fields of which a change that waited was refused
 */
export function useChangedFields<Loaded extends object>(read: Loaded, refused: Fields = {}) {
  const [known, setLoaded] = useState(read);
  const loaded: Loaded = { ...known, ...refused };
  const [theirs, setTheirs] = useState<Fields>({});
  return {
    loaded,
    /** The input of a save: only what is wanted otherwise, and all of those that are one thing `together` when one of them is. */
    changesTo: <Wanted extends object>(wanted: Wanted, together: (keyof Wanted & keyof Loaded & string)[] = []) => {
      const { to, from } = changedFields(wanted, loaded);
      if (together.some((name) => name in to))
        for (const name of together) {
          to[name] = wanted[name];
          from[name] = loaded[name];
        }
      return { ...to, from };
    },
    /** To be called with the present values that came with a refusal. */
    meet: (now: Fields = {}) => {
      setTheirs((known) => ({ ...known, ...changedFields(now, loaded).to }));
      setLoaded((known) => ({ ...known, ...now }));
    },
    /** The names of those that somebody else saved otherwise than they are wanted here. */
    apartFrom: <Wanted extends object>(wanted: Wanted) =>
      (Object.keys(wanted) as (keyof Wanted & string)[]).filter(
        (name) => name in theirs && !isSame(theirs[name], wanted[name]),
      ),
    /** What is wanted here beside what somebody else saved, of the fields in which they differ. */
    compared: (wanted: object | undefined) => {
      const differing = Object.entries(wanted ?? {}).filter(
        ([name, value]) => name in theirs && !isSame(theirs[name], value),
      );
      if (differing.length === 0) return undefined;
      return {
        mine: Object.fromEntries(differing),
        theirs: Object.fromEntries(differing.map(([name]) => [name, theirs[name]])),
      };
    },
    begin: (saved: Loaded) => {
      setLoaded(saved);
      setTheirs({});
    },
  };
}
