import { expect, test } from 'vitest';
import { accentOf, cleanColor, contrastOfAccent, leastContrast, nearestAccent, type Scheme } from './accent.ts';

test('contrast is that of WCAG; every colour has a nearest one that can be read; what is typed as one is read as CSS does, and a stored value that is none is not used', () => {
  expect(contrastOfAccent('#000000', 'light')).toBeCloseTo(19.8, 1);
  expect(contrastOfAccent('#ffffff', 'light')).toBe(1);
  expect(contrastOfAccent('#0b6b4f', 'light')).toBeGreaterThan(leastContrast);
  expect(contrastOfAccent('#4cc79a', 'dark')).toBeGreaterThan(leastContrast);
  const parts = ['00', '7f', 'ff'];
  const colors = parts.flatMap((red) => parts.flatMap((green) => parts.map((blue) => `#${red}${green}${blue}`)));
  for (const scheme of ['light', 'dark'] satisfies Scheme[])
    for (const color of colors) {
      const nearest = nearestAccent(color, scheme);
      expect(contrastOfAccent(nearest, scheme), `${color} ${nearest}`).toBeGreaterThanOrEqual(leastContrast);
      if (contrastOfAccent(color, scheme) >= leastContrast) expect(nearest).toBe(color);
    }
  expect(nearestAccent('#ff0000', 'light')).toMatch(/^#[d-f][0-9a-f]0000$/);
  expect(['0B6B4F', ' #abc ', 'red'].map(cleanColor)).toEqual(['#0b6b4f', '#aabbcc', 'red']);
  expect(accentOf({ accent: 'red;}', accentDark: '' })).toEqual({ light: '#0b6b4f', dark: '#4cc79a' });
});
