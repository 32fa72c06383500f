import { sql } from 'kysely';
import type { Category } from './contract/categories.ts';
import { type FactChange, factNames, factsOf, type ItemFacts, type ShownFacts } from './contract/facts.ts';

type FactColumns = { finderSees: Record<string, string>; privateDetails: Record<string, string> };

/** The columns of a change: facts that it does not name stay where they are. */
export function withFacts(change: FactChange) {
  const names = namedIn(change).map(({ name }) => name);
  const { finderSees, privateDetails } = factColumns(change);
  return {
    finderSees: sql<string>`(finder_sees - ${names}::text[]) || ${finderSees}::jsonb`,
    privateDetails: sql<string>`(private_details - ${names}::text[]) || ${privateDetails}::jsonb`,
  };
}

/** The columns of an item of which nothing else is said. */
export function factColumns(change: FactChange) {
  const textsOf = (isShown: boolean) =>
    JSON.stringify(
      Object.fromEntries(
        namedIn(change)
          .filter((each) => each.text && each.shown === isShown)
          .map(({ name, text }) => [name, text]),
      ),
    );
  return { finderSees: textsOf(true), privateDetails: textsOf(false) };
}

function namedIn(change: FactChange) {
  return factNames.flatMap((name) => (change[name] ? [{ name, ...change[name] }] : []));
}

/** For the owner: all facts, whatever kind of thing they are about. */
export function toFacts({ finderSees, privateDetails }: FactColumns): ItemFacts {
  return { ...mark(finderSees, true), ...mark(privateDetails, false) };
}

/** For a finder: what is shown of this kind of thing. */
export function toShownFacts(category: Category, finderSees: Record<string, string>): ShownFacts {
  const names = factsOf(category).filter((name) => name in finderSees);
  return Object.fromEntries(names.map((name) => [name, finderSees[name]]));
}

function mark(texts: Record<string, string>, shown: boolean): ItemFacts {
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, { text, shown }]));
}
