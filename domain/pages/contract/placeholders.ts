/** Stand in the operator's texts for what the settings know. */
export const placeholders = ['product', 'operator', 'email', 'address', 'taxNumber'] as const;

export type Placeholder = (typeof placeholders)[number];
export type PlaceholderValues = Record<Placeholder, string>;

const written = /\{(\w{1,40})\}/g;

export function fillIn(text: string, values: PlaceholderValues): string {
  return text.replace(written, (whole, name: string) => (isPlaceholder(name) ? values[name] : whole));
}

export function namesIn(text: string): string[] {
  return [...text.matchAll(written)].map(([, name = '']) => name);
}

export function isPlaceholder(name: string): name is Placeholder {
  return (placeholders as readonly string[]).includes(name);
}
