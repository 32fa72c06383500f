/** Those that differ from what the form showed at first: to save all of them takes back what another administrator changed meanwhile. */
export function changedFields<Fields extends object>(shown: Fields, typed: Fields): Partial<Fields> {
  const before = Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = Object.entries(typed).filter(([name, value]) => JSON.stringify(value, withWrong) !== before[name]);
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** What is no number is always sent, for the server to say so. */
const withWrong = (_: string, value: unknown) => (Number.isNaN(value) ? 'wrong' : value);

type Typing<Fields> = { shown: Fields; typed: Fields /** What is saved now. */; now: Fields };

/** Puts what was typed over what is saved now. `apart`: the fields that were typed here and that somebody else changed to something else. */
export function typedOver<Fields extends object>({ shown, typed, now }: Typing<Fields>) {
  const [mine, theirs] = [changedFields(shown, typed), changedFields(shown, now)];
  const between = changedFields(now, typed);
  const apart = (Object.keys(mine) as (keyof Fields)[]).filter((name) => name in theirs && name in between);
  return { typed: { ...now, ...mine }, apart };
}
