/** What `whole` has under the names of `part`. */
export function pick<Whole extends object>(whole: Whole, part: object): Partial<Whole> {
  const names = Object.keys(part) as (keyof Whole)[];
  return Object.fromEntries(names.map((name) => [name, whole[name]])) as Partial<Whole>;
}
