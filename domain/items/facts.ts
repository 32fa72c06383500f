import { sql } from 'kysely';
import type { Category } from './contract/categories.ts';
import { type FactChange, factNames, factsOf, type ItemFacts, type ShownFacts } from './contract/facts.ts';

type FactColumns = { finderSees: Record<string, string>; privateDetails: Record<string, string> };

/** The columns of a change: facts that it does not name stay where they are. */
export function withFacts(change: FactChange) {
  const names = factNames.filter((name) => change[name]);
  const { finderSees, privateDetails } = factColumns(change);
  return {
    finderSees: sql<string>`(finder_sees - ${names}::text[]) || ${finderSees}::jsonb`,
    privateDetails: sql<string>`(private_details - ${names}::text[]) || ${privateDetails}::jsonb`,
  };
}

/** The columns of a new item, as JSON. */
export function factColumns(facts: FactChange = {}): { finderSees: string; privateDetails: string } {
  const textsOf = (isShown: boolean) => {
    const texts = factNames.map((name) => [name, facts[name]?.shown === isShown && facts[name].text]);
    return JSON.stringify(Object.fromEntries(texts.filter(([, text]) => text)));
  };
  return { finderSees: textsOf(true), privateDetails: textsOf(false) };
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
