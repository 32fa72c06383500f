import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TagCard } from './tag-card.tsx';

const tag = { name: 'Blue backpack', category: 'bag', code: 'k3f9w2m7h4pqr8xz', state: 'With you' } as const;

test('a lost item says so in words and wears the red edge', () => {
  const html = renderToStaticMarkup(<TagCard {...tag} state="Lost since 3 May" lost />);
  expect(html).toContain('tag-lost');
  expect(html).toContain('Lost since 3 May');
  expect(renderToStaticMarkup(<TagCard {...tag} />)).not.toContain('tag-lost');
});

test('the code stands in groups of four, and is copied without gaps', () => {
  const html = renderToStaticMarkup(<TagCard {...tag} />);
  const groups = [...html.matchAll(/<span>(\w+)<wbr\/><\/span>/g)].map(([, group]) => group);
  expect(groups).toEqual(['k3f9', 'w2m7', 'h4pq', 'r8xz']);
  expect(html.replaceAll(/<[^>]+>/g, '')).toContain('k3f9w2m7h4pqr8xz');
});

test('a picture takes the place of the drawing', () => {
  expect(renderToStaticMarkup(<TagCard {...tag} />)).toContain('<svg');
  const withPicture = renderToStaticMarkup(<TagCard {...tag} pictureUrl="/files/a.webp" />);
  expect(withPicture).toContain('src="/files/a.webp"');
  expect(withPicture).not.toContain('<svg');
});

test('only a card with an address is a link', () => {
  expect(renderToStaticMarkup(<TagCard {...tag} href="/item/abc" />)).toContain('<a href="/item/abc"');
  expect(renderToStaticMarkup(<TagCard {...tag} />)).not.toContain('<a ');
});
