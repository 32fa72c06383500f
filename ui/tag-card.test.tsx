import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { TagCard } from './tag-card.tsx';

const tag = { name: 'Blue backpack', category: 'bag', code: 'k3f9w2m7h4pqr8xz', state: 'With you' } as const;

test('a lost item says so in words and wears the red edge; the code stands in groups of four; a picture takes the place of the drawing; only a card with an address is a link', () => {
  const html = renderToStaticMarkup(<TagCard {...tag} state="Lost since 3 May" lost />);
  for (const said of ['tag-lost', 'Lost since 3 May']) expect(html).toContain(said);
  expect(renderToStaticMarkup(<TagCard {...tag} />)).not.toContain('tag-lost');
  const nextHtml = renderToStaticMarkup(<TagCard {...tag} />);
  const groups = [...nextHtml.matchAll(/<span>(\w+)<wbr\/><\/span>/g)].map(([, group]) => group);
  expect(groups).toEqual(['k3f9', 'w2m7', 'h4pq', 'r8xz']);
  expect(nextHtml.replaceAll(/<[^>]+>/g, '')).toContain('k3f9w2m7h4pqr8xz');
  expect(renderToStaticMarkup(<TagCard {...tag} />)).toContain('<svg');
  const withPicture = renderToStaticMarkup(<TagCard {...tag} pictureUrl="/files/a.webp" />);
  expect(withPicture).toContain('src="/files/a.webp"');
  expect(withPicture).not.toContain('<svg');
  expect(renderToStaticMarkup(<TagCard {...tag} href="/item/abc" />)).toContain('<a href="/item/abc"');
  expect(renderToStaticMarkup(<TagCard {...tag} />)).not.toContain('<a ');
});
