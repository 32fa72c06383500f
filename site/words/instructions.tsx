import { itemsPath, newItemPath, signUpPath, staticPath } from '../../paths/paths.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';

export const instructions: StaticPage = {
  metadata: (brand) => ({
    title: `How to print, attach and activate a tag: ${brand.productName}`,
    description:
      'Print a QR tag at home, attach it so that it holds, and test it with your own phone. Takes ten minutes.',
    keywords: 'print QR tag, attach tag, activate tag, instructions, laminate, luggage label at home',
  }),
  Body: () => (
    <Article title="Print, attach, activate" lead="Ten minutes, a sheet of paper and clear tape." drawing="suitcase">
      <Section id="print" title="1. Print it">
        <ol>
          <li>
            <a href={signUpPath()}>Sign up</a> and open the link in the e-mail that confirms your address.
          </li>
          <li>
            In <a href={itemsPath()}>My Items</a>, add a tag: what it is, what kind of thing, and a note to the finder
            if you like.
          </li>
          <li>
            Open the item and take its QR code: as SVG if you print it (sharp at any size), as PNG if your program asks
            for a picture.
          </li>
          <li>
            Print it in black on white, at least 25 mm wide. Keep the white border around the square: cameras need it.
            Write or print the code below it.
          </li>
        </ol>
      </Section>
      <Section id="attach" title="2. Attach it">
        <ul>
          <li>Flat things: cover the paper with clear tape that is wider than it on every side.</li>
          <li>Things that get wet: laminate it, or print on weatherproof label paper.</li>
          <li>Things with a handle or a ring: laminate, punch a hole outside the square, tie it on.</li>
          <li>Avoid folds through the square, and glossy film that mirrors the light.</li>
        </ul>
        <p>
          The <a href={staticPath('guides')}>guides</a> say where a tag is seen and where it holds, for keys, luggage,
          bikes and more.
        </p>
      </Section>
      <Section id="activate" title="3. Activate it">
        <p>
          There is nothing to do: a tag you print here is active from the first minute. Test it all the same. Scan it
          with your own phone: the page must show your item, and the same code as the tag. When you are signed in there,
          you see it as its owner.
        </p>
        <p>
          <LinkButton href={newItemPath()}>Add a tag</LinkButton>
        </p>
      </Section>
    </Article>
  ),
};
