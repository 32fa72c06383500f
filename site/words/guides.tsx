import type { StaticPage } from '../document/page.ts';
import { Article, Section } from './article.tsx';

export const guides: StaticPage = {
  metadata: () => ({
    title: 'Guides: where to put a tag',
    description:
      'Where a tag holds, and where it is seen: luggage, keys, wallets, bikes, phones, pets and children’s things.',
    keywords: 'luggage tag, key tag, bike tag, pet tag, tag for school bag, where to put a QR tag',
  }),
  Body: () => (
    <Article
      title="Where to put a tag"
      lead="Where it is seen by a finder, and stays on when the thing has a bad day."
      drawing="keys"
    >
      <Section id="luggage" title="Suitcases and backpacks" drawing="suitcase">
        <p>
          Use two. Tie one to the handle, where people look first. Put a second one inside, on top of everything: labels
          are torn off by conveyor belts, and staff who look for an owner open the case. Both may carry the same code.
        </p>
        <p>Take off old flight stickers. Their bar codes send luggage to places where you were last year.</p>
      </Section>
      <Section id="keys" title="Keys" drawing="keys">
        <p>
          Print the tag small, but not below 25 mm, laminate it or wrap it in clear tape, and punch the hole outside the
          square. Never put your address on a key: with the tag it is not needed.
        </p>
      </Section>
      <Section id="wallet" title="Wallets" drawing="wallet">
        <p>
          Put it in the window meant for a photograph, or in the first card slot with the square showing. People who
          find a wallet look for a name there, and should not have to go through the rest.
        </p>
      </Section>
      <Section id="bike" title="Bikes" drawing="bike">
        <p>
          Under the saddle it keeps dry. On the seat tube below the bottle cage it is seen. Clear tape all around the
          tube holds better than a small piece over the paper, and rounded corners keep dirt from getting under it.
        </p>
      </Section>
      <Section id="electronics" title="Phones, laptops, cameras" drawing="laptop">
        <p>
          Put the tag on the outside. A lock screen with a message helps only while the battery lasts. For a phone, slip
          it between the phone and a clear case. For a camera, tie it to the strap.
        </p>
      </Section>
      <Section id="pets" title="Pets" drawing="pet">
        <p>
          A tag on the collar lets a neighbour reach you in a minute, before anybody looks for a chip reader. It does
          not replace the chip: collars come off. Write into the note what a stranger should know, such as “shy, do not
          chase”.
        </p>
      </Section>
      <Section id="children" title="Children’s things" drawing="child">
        <p>
          Soft toys, lunch boxes, jackets, bottles: sew the tag into a seam or tape it to the bottom. Do not write a
          child’s name into the name or the note of the item. “Grey rabbit” is enough.
        </p>
      </Section>
      <Section id="note" title="What to write into the note">
        <p>
          One sentence on where it can be left helps more than a plea: “Any reception desk at the university is fine.”
          Leave out your address and the times when nobody is at home.
        </p>
      </Section>
    </Article>
  ),
};
