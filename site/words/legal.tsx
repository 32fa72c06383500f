import { staticPath } from '../../paths/paths.ts';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';
import { MailLink } from './mail-link.tsx';

export const legal: StaticPage = {
  metadata: (brand) => ({
    title: `Legal: ${brand.productName}`,
    description: `Who runs ${brand.productName}, and the licences of its software and its typeface.`,
    keywords: 'legal notice, imprint, licence, MIT, open source',
  }),
  Body: ({ brand }) => (
    <Article title="Legal" lead="Who runs this site, and on what terms its parts may be used." drawing="other">
      <Section id="operator" title="Who runs this site">
        <p>
          {brand.legalName}
          <br />
          <MailLink brand={brand} />
        </p>
      </Section>
      <Section id="software" title="The software">
        <p>
          The software behind this site is free under the MIT licence: anybody may use, copy, change and sell it, as
          long as the licence and its copyright notice stay with it. It comes without any warranty.
        </p>
      </Section>
      <Section id="typeface" title="The typeface">
        <p>
          Headings are set in Bricolage Grotesque, by the Bricolage Grotesque Project Authors, under the{' '}
          <a href="/fonts/bricolage-grotesque-OFL.txt">SIL Open Font License 1.1</a>.
        </p>
      </Section>
      <Section id="marks" title="Marks">
        <p>QR Code is a registered trademark of DENSO WAVE INCORPORATED.</p>
      </Section>
      <Section id="more" title="See also">
        <p>
          <a href={staticPath('terms')}>Terms of use</a>, <a href={staticPath('terms-and-conditions')}>terms of sale</a>
          , <a href={staticPath('privacy')}>privacy</a>.
        </p>
      </Section>
    </Article>
  ),
};
