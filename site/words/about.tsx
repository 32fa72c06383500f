import { staticPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';

export const about: StaticPage = {
  metadata: (brand) => ({
    title: `About ${brand.productName}`,
    description: `${brand.productName} lets the finder of a lost thing write to its owner through a QR tag, without an account and without showing a phone number.`,
    keywords: 'about, lost and found, QR tag, finder, owner, privacy',
  }),
  Body: ({ brand }) => (
    <Article
      title={`About ${brand.productName}`}
      lead="It is what happens between two strangers who will never meet again: one lost something, one was kind."
      drawing="other"
    >
      <p>
        Most lost things are found by somebody who would gladly give them back and does not know to whom. A name and a
        number on a label would help, but few people want to carry theirs through an airport. A tag tells the finder one
        thing only: how to write to you.
      </p>
      <Section id="works" title="What works today">
        <ul>
          <li>You sign up, add your things and print their tags at home.</li>
          <li>A finder scans a tag with any camera and answers on a page that needs no account and no app.</li>
          <li>You mark a thing as lost, and its page says that you are looking for it.</li>
          <li>You get an e-mail, and the message appears in Messages at once if you have the page open.</li>
          <li>You write back and forth. The finder follows the answers on a private link.</li>
        </ul>
      </Section>
      <Section id="not-yet" title="What is not here yet">
        <ul>
          <li>
            The <a href={staticPath('buy')}>shop</a>: tags made to last cannot be bought yet, nor paid for.
          </li>
          <li>
            <a href={staticPath('reviews')}>Reviews</a> by people who use their tags.
          </li>
          <li>Pictures of your things, and a history of the scans.</li>
        </ul>
      </Section>
      <Section id="who" title="Who is behind it">
        <p>
          This site is run by {brand.legalName}. The software is free: anybody may run it, read it and change it. The{' '}
          <a href={staticPath('legal')}>legal page</a> says on what terms.
        </p>
      </Section>
    </Article>
  ),
};
