import { newItemPath, staticPath } from '../../paths/paths.ts';
import type { Brand } from '../../ui/brand.ts';
import { LinkButton } from '../../ui/button.tsx';
import type { PageContext, StaticPage } from '../document/page.ts';
import { CodeForm } from '../finder/code-form.tsx';
import { TagLine } from '../finder/tag-line.tsx';
import { HowItWorks } from './how-it-works.tsx';
import { SampleTag } from './sample-tag.tsx';

/** `/?code=…` draws it with the code that no tag has, form first. */
export const home: StaticPage = {
  metadata: (brand) => ({
    title: `${brand.productName}: ${brand.tagline}`,
    description:
      'Put a QR tag on what you would hate to lose. Whoever finds it scans the code and writes to you: no account, no app, no phone number shown.',
    keywords: 'lost and found, QR tag, luggage label, key tag, found item, print a tag at home',
    structuredData: structuredData(brand),
  }),
  Body: ({ brand, publicUrl, query }) => {
    const unknownCode = query.get('code') || null;
    const form = <CodeForm unknownCode={unknownCode} />;
    return (
      <div className="grid grid-cols-1 gap-20">
        {unknownCode !== null && <div className="-mb-20 pt-8">{form}</div>}
        <Hero brand={brand} publicUrl={publicUrl} />
        {unknownCode === null && form}
        <HowItWorks />
        <Promises />
        <TagLine />
      </div>
    );
  },
};

function Hero({ brand, publicUrl }: Pick<PageContext, 'brand' | 'publicUrl'>) {
  return (
    <section className="wrap hero">
      <div className="hero-words">
        <h1>{brand.tagline}</h1>
        <p>
          Put a tag on what you would hate to lose. Whoever finds it scans the code and writes to you. No account, no
          app, and nobody shows a phone number.
        </p>
        <div className="flex flex-wrap gap-3">
          <LinkButton href={newItemPath()}>Print a tag at home, free</LinkButton>
          <LinkButton href={staticPath('buy')} variant="secondary">
            Buy tags
          </LinkButton>
        </div>
        <p className="text-base text-ink-soft">
          Printing needs an account, which is free. Finding something needs nothing.
        </p>
      </div>
      <SampleTag publicUrl={publicUrl} />
    </section>
  );
}

function Promises() {
  return (
    <section className="wrap" aria-labelledby="promises">
      <h2 id="promises">Made for two strangers</h2>
      <dl className="promises">
        {promises.map(({ title, text }) => (
          <div key={title}>
            <dt>{title}</dt>
            <dd>{text}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const promises = [
  {
    title: 'The finder needs nothing',
    text: 'No account and no app. The page is plain and light: it opens on an old phone with a weak signal.',
  },
  {
    title: 'Nobody shows a number',
    text: 'You write to each other through the tag. What you do not write, the other does not learn.',
  },
  {
    title: 'A tag does not expire',
    text: 'There is no subscription that keeps it alive. Print it again whenever it wears out.',
  },
];

function structuredData(brand: Brand): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@graph': [
      { '@type': 'Organization', name: brand.legalName, email: brand.contactEmail },
      { '@type': 'WebSite', name: brand.productName, description: brand.tagline },
    ],
  };
}
