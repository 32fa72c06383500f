/** What text in the accent colour stands on, and what stands on it: the tokens of ui/tokens.css. */
const schemes = {
  light: { behind: ['#fbf8f2', '#ffffff'], above: '#ffffff', own: '#0b6b4f' },
  dark: { behind: ['#12161c', '#1a2028'], above: '#08251b', own: '#4cc79a' },
} as const;

export type Scheme = keyof typeof schemes;

export const schemeNames = ['light', 'dark'] as const satisfies Scheme[];

export function schemeNamed(name: string | null | undefined): Scheme | undefined {
  return schemeNames.find((each) => each === name);
}

/** For text (WCAG 2.2, 1.4.3). Other parts need less. */
export const leastContrast = 4.5;

/** @param color such as #0b6b4f. @returns the smallest contrast that text of this colour, or on it, has: from 1 to 21 */
export function contrastOfAccent(color: string, scheme: Scheme): number {
  const { behind, above } = schemes[scheme];
  return Math.min(...[...behind, above].map((other) => contrast(color, other)));
}

/** @returns the colour itself, or the nearest lighter or darker one of the same hue that can be read */
export function nearestAccent(color: string, scheme: Scheme): string {
  const [hue, saturation, lightness] = toHsl(color);
  const distances = Array.from({ length: 201 }, (_, step) => step / 200);
  const candidates = distances.flatMap((distance) => [lightness - distance, lightness + distance]);
  const near = candidates.filter((each) => each >= 0 && each <= 1).map((each) => toHex(hue, saturation, each));
  return [color, ...near].find((each) => contrastOfAccent(each, scheme) >= leastContrast) ?? schemes[scheme].own;
}

const wholeColor = /^#[0-9a-f]{6}$/;

/** The operator’s accent in both schemes; where nothing is written for the dark one, it follows from the light one. */
export function accentOf({ accent, accentDark }: { accent: string; accentDark: string }): Record<Scheme, string> {
  const light = wholeColor.test(accent) ? accent : schemes.light.own;
  const derived = light === schemes.light.own ? schemes.dark.own : nearestAccent(light, 'dark');
  return { light, dark: wholeColor.test(accentDark) ? accentDark : derived };
}

export function isOwnAccent({ light, dark }: Record<Scheme, string>): boolean {
  return light === schemes.light.own && dark === schemes.dark.own;
}

/** Makes of colours as people type them, such as 0B6B4F or #abc, those of CSS; other values pass unchanged. */
export function cleanColor<Value>(value: Value): Value | string {
  if (typeof value !== 'string') return value;
  const [, digits] = /^\s*#?([0-9a-f]{3}|[0-9a-f]{6})\s*$/i.exec(value) ?? [];
  if (!digits) return value.trim();
  const whole = digits.length === 3 ? digits.replace(/./g, '$&$&') : digits;
  return `#${whole.toLowerCase()}`;
}

export function isColor(text: string): boolean {
  return wholeColor.test(text);
}

function contrast(one: string, other: string): number {
  const [darker = 0, lighter = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (lighter + 0.05) / (darker + 0.05);
}

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = channels(color).map((channel) =>
    channel <= 0.04045 ? channel / 12.92 : ((channel + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

function channels(color: string): number[] {
  return [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
}

type Hsl = [hue: number, saturation: number, lightness: number];

/** Each from 0 to 1. */
function toHsl(color: string): Hsl {
  const [red = 0, green = 0, blue = 0] = channels(color);
  const most = Math.max(red, green, blue);
  const range = most - Math.min(red, green, blue);
  const lightness = most - range / 2;
  if (range === 0) return [0, 0, lightness];
  const sixths =
    most === red ? (green - blue) / range : most === green ? 2 + (blue - red) / range : 4 + (red - green) / range;
  return [((sixths + 6) % 6) / 6, range / (1 - Math.abs(2 * lightness - 1)), lightness];
}

function toHex(hue: number, saturation: number, lightness: number): string {
  const chroma = saturation * Math.min(lightness, 1 - lightness);
  const channel = (shift: number) => {
    const place = (shift + hue * 12) % 12;
    const value = lightness - chroma * Math.max(-1, Math.min(place - 3, 9 - place, 1));
    return Math.round(value * 255)
      .toString(16)
      .padStart(2, '0');
  };
  return `#${channel(0)}${channel(8)}${channel(4)}`;
}
