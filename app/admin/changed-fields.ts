/** Those that differ from what the form showed at first: to save all of them takes back what another administrator changed meanwhile. */
export function changedFields<Fields extends object>(shown: Fields, typed: Fields): Partial<Fields> {
  const before = Object.fromEntries(Object.entries(shown).map(([name, value]) => [name, JSON.stringify(value)]));
  const changed = Object.entries(typed).filter(([name, value]) => JSON.stringify(value, withWrong) !== before[name]);
  return Object.fromEntries(changed) as Partial<Fields>;
}

/** What is no number is always sent, for the server to say so. */
const withWrong = (_: string, value: unknown) => (Number.isNaN(value) ? 'wrong' : value);
