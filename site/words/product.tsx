import { homePath, staticPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { PrintAtHome } from './print-at-home.tsx';
import { PrintedTag } from './printed-tag.tsx';

export const product: StaticPage = {
  metadata: (brand) => ({
    title: `The ${brand.productName} tag`,
    description: 'What is on a tag, what a finder sees after scanning it, and what it never shows.',
    keywords: 'QR tag, lost and found label, what is a QR tag, private contact tag',
  }),
  Body: ({ brand, publicUrl }) => (
    <Article
      title={`The ${brand.productName} tag`}
      lead="A square, an address, sixteen letters and digits. That is all, and nothing about you."
      drawing="other"
    >
      <Section id="on-it" title="What is on it">
        <div className="flex flex-wrap items-center gap-8">
          <PrintedTag publicUrl={publicUrl} />
          <ul className="flex-1 basis-64">
            <li>A QR code that any phone’s camera reads, without an app.</li>
            <li>The address of this site, so that a finder sees where the square leads before scanning it.</li>
            <li>The code in letters, in groups of four, for when a camera does not help.</li>
          </ul>
        </div>
      </Section>
      <Section id="behind-it" title="What a finder sees">
        <p>
          What was found, a thank-you, your note, and three answers: “I have it”, “I handed it in at…”, “I saw it here”.
          The page needs no account, no app and no script, and it is small enough for a weak signal. You can{' '}
          <a href={homePath('scanned')}>see it on the home page</a>.
        </p>
      </Section>
      <Section id="get-one" title="How to get one">
        <p>
          Tags made to last are not for sale yet. <a href={staticPath('buy')}>The shop</a> will say so when they are.
        </p>
        <PrintAtHome />
      </Section>
    </Article>
  ),
};
