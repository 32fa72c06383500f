import type { PlainKey, Translations } from '../../language/create-translations.ts';
import { languages, translationsIn } from '../../language/languages.ts';
import { type FactName, temperaments } from './contract/facts.ts';
import type { ItemState } from './contract/item-state.ts';

/** A returned item has no word: it is with its owner. */
export const stateWords = {
  kept: 'items.withYou',
  lost: 'itemFile.lost',
  stolen: 'loss.past_stolen',
  returned: 'items.withYou',
} as const satisfies Record<ItemState, PlainKey>;

export const archivedWord = 'itemFile.archived' as const satisfies PlainKey;

const temperamentWords = {
  shy: 'finderView.shy',
  friendly: 'finderView.friendly',
} as const satisfies Record<(typeof temperaments)[number], PlainKey>;

/** A fact as a file has it: in words where there is a choice. */
export function factText(name: FactName, text: string, t: Translations): string {
  const chosen = name === 'temperament' && temperaments.find((temperament) => temperament === text);
  return chosen ? t(temperamentWords[chosen]) : text;
}

/** The choice for what was typed, which stays as it is where there is none. */
export function readFactText(name: FactName, typed: string): string {
  if (name !== 'temperament') return typed;
  return findByWord(typed, temperaments, (temperament) => temperamentWords[temperament]) ?? typed;
}

/** By its key, or its word in any language. */
export function findByWord<Value extends string>(
  typed: string,
  values: readonly Value[],
  keyOf: (value: Value) => PlainKey,
): Value | undefined {
  const wanted = plain(typed);
  return values.find((value) =>
    [value, ...languages.map((language) => translationsIn(language)(keyOf(value) as 'items.withYou'))].some(
      (word) => plain(word) === wanted,
    ),
  );
}

/** As words are compared here: without regard to case and outer spaces. */
function plain(text: string): string {
  return text.normalize('NFC').trim().toLowerCase();
}
