import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { qrMatrix } from '../domain/items/contract/qr-code.ts';
import { QrCode } from './qr-code.tsx';

test('the path paints exactly the dark modules of the code, inside four modules of quiet zone', () => {
  const text = 'https://handback.example/item/aGJrazNmOXcybTdoNHBxcjh4eg';
  const html = renderToStaticMarkup(<QrCode text={text} label="The tag of Blue backpack" />);
  expect(html).toContain('aria-label="The tag of Blue backpack"');

  const data = qrMatrix(text);
  const size = data.length;
  const painted = data.map((row) => row.map(() => false));
  for (const [, x, y, width] of html.matchAll(/M(\d+) (\d+)h(\d+)v1H\1z/g))
    painted[Number(y)]?.fill(true, Number(x), Number(x) + Number(width));
  expect(painted).toEqual(data);
  expect(painted.slice(0, 4).flat()).not.toContain(true);
  expect(html).toContain(`viewBox="0 0 ${size} ${size}"`);
});
