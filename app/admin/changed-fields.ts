/** Those that differ from what the form showed at first: to save all of them takes back what another administrator changed meanwhile. */
export function changedFields<Fields extends object>(shown: Fields, typed: Fields): Partial<Fields> {
  const before = Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = Object.entries(typed).filter(([name, value]) => JSON.stringify(value, withWrong) !== before[name]);
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** What is no number is always sent, for the server to say so. */
const withWrong = (_: string, value: unknown) => (Number.isNaN(value) ? 'wrong' : value);

type Versions<Value> = { shown: Value; typed: Value /** What is saved now. */; now: Value };

/** Puts what was typed over what is saved now, in a list row by row. `apart`: the fields that were typed here and that somebody else changed to something else. */
export function typedOver<Fields extends object>({ shown, typed, now }: Versions<Fields>) {
  const [mine, theirs] = [changedFields(shown, typed), changedFields(shown, now)];
  const apart: (keyof Fields)[] = [];
  for (const name of Object.keys(mine) as (keyof Fields)[]) {
    if (!(name in theirs)) continue;
    const rows = rowsOver({ shown: shown[name], typed: typed[name], now: now[name] });
    if (rows) mine[name] = rows as Fields[keyof Fields];
    else if (name in changedFields(now, typed)) apart.push(name);
  }
  return { typed: { ...now, ...mine }, apart };
}

/** Undefined where a row was changed at both places, or added or removed at one. */
function rowsOver({ shown, typed, now }: Versions<unknown>): unknown[] | undefined {
  if (!Array.isArray(shown) || !Array.isArray(typed) || !Array.isArray(now)) return undefined;
  if (typed.length !== shown.length || now.length !== shown.length) return undefined;
  const [mine, theirs] = [changedFields(shown, typed), changedFields(shown, now)];
  if (Object.keys(mine).some((place) => place in theirs)) return undefined;
  return Object.values({ ...now, ...mine });
}
