import { type ComponentProps, createContext, type ReactNode, use } from 'react';
import type { Category } from '../../domain/items/contract/categories.ts';
import type { Messages } from '../../language/keys.ts';
import { homePath, printAtHomePath, staticPath } from '../../paths/paths.ts';
import type { Brand } from '../../ui/brand.ts';
import { LinkButton } from '../../ui/button.tsx';
import { Drawing } from '../../ui/drawings.tsx';
import { useTranslations } from '../../ui/translations-context.ts';
import { textOf } from './html-to-text.ts';

type ArticleProps = {
  title: string;
  lead: ReactNode;
  drawing?: Category | undefined;
  /** Its parts are no text to be read in lines. */
  wide?: boolean;
  children: ReactNode;
};

type Section = { id: string; title: string };

/** What the article has drawn so far: it is drawn once, from top to bottom, and its contents last. */
const SectionsContext = createContext<Section[] | undefined>(undefined);

export function Article({ title, lead, drawing = 'other', wide = false, children }: ArticleProps) {
  const sections: Section[] = [];
  return (
    <article className="wrap article">
      <header className="article-head">
        <div>
          <h1>{title}</h1>
          <p className="article-lead">{lead}</p>
        </div>
        <div className="article-tag">
          <div className="tag-shape">
            <Drawing category={drawing} className="mx-auto my-3 size-16" />
          </div>
        </div>
      </header>
      {wide ? (
        <div className="article-parts">{children}</div>
      ) : (
        <SectionsContext value={sections}>
          <div className="article-text">
            <div className="prose">{children}</div>
            <Contents sections={sections} />
          </div>
        </SectionsContext>
      )}
    </article>
  );
}

const fewestSections = 3;

function Contents({ sections }: { sections: Section[] }) {
  const t = useTranslations();
  if (sections.length < fewestSections) return null;
  return (
    <nav className="article-contents" aria-labelledby="contents">
      <p id="contents">{t('sitePage.contents')}</p>
      <ul>
        {sections.map(({ id, title }) => (
          <li key={id}>
            <a href={`#${id}`}>{title}</a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

type SectionProps = { id: string; title: ReactNode; drawing?: Category; children: ReactNode };

export function ArticleSection({ id, title, drawing, children }: SectionProps) {
  use(SectionsContext)?.push({ id, title: textOf(title) });
  return (
    <section id={id} aria-labelledby={`${id}-title`} className={drawing && 'drawn-section'}>
      {drawing && <Drawing category={drawing} />}
      <h2 id={`${id}-title`}>{title}</h2>
      {children}
    </section>
  );
}

type NameIn<Area extends string> = keyof Messages extends infer Key
  ? Key extends `${Area}.${infer Name}`
    ? Name
    : never
  : never;

type TextSectionsProps<Area extends string> = {
  area: Area;
  /** By the names of their titles, from which their ids follow: the names of paragraphs, and of lists. */
  sections: Partial<Record<NameIn<Area>, (NameIn<Area> | NameIn<Area>[])[]>>;
  /** For all texts together. */
  values?: object;
};

/** Sections of nothing but texts of one area of the catalogue. */
export function TextSections<Area extends string>({ area, sections, values = {} }: TextSectionsProps<Area>) {
  const t = useTranslations();
  const text = (name: string) => t.rich(`${area}.${name}` as 'termsPage.endText', values as never);
  return Object.entries<(string | string[])[] | undefined>(sections).map(([name, parts = []]) => (
    <ArticleSection key={name} id={name.replaceAll(/[A-Z]/g, (sign) => `-${sign.toLowerCase()}`)} title={text(name)}>
      {parts.map((part) =>
        Array.isArray(part) ? (
          <ul key={part[0]}>
            {part.map((each) => (
              <li key={each}>{text(each)}</li>
            ))}
          </ul>
        ) : (
          <p key={part}>{text(part)}</p>
        ),
      )}
    </ArticleSection>
  ));
}

export const linkTo = (href: string) => (text: ReactNode) => <a href={href}>{text}</a>;

/** The values of a text with `<email>{address}</email>`: the operator’s address. */
export function operatorEmail({ contactEmail }: Pick<Brand, 'contactEmail'>) {
  const email = (text: ReactNode) => (
    <a href={`mailto:${contactEmail}`} className="wrap-anywhere" dir="ltr">
      {text}
    </a>
  );
  return { address: contactEmail, email };
}

type Crumb = { name: string; path: string };

export function breadcrumbs(publicUrl: string, crumbs: Crumb[]): Record<string, unknown> {
  return {
    '@context': 'https://schema.org',
    '@type': 'BreadcrumbList',
    itemListElement: crumbs.map(({ name, path }, index) => ({
      '@type': 'ListItem',
      position: index + 1,
      name,
      item: publicUrl + path,
    })),
  };
}

export function organization({ legalName, productName, contactEmail, logo }: Brand, publicUrl: string) {
  return {
    '@type': 'Organization',
    name: legalName,
    alternateName: productName,
    url: publicUrl + homePath(),
    logo: logo || `${publicUrl}/icons/tag-512.png`,
    email: contactEmail,
  };
}

/** What works today, wherever a page has to say that something does not. */
export function PrintAtHome({ variant }: Pick<ComponentProps<typeof LinkButton>, 'variant'>) {
  const t = useTranslations();
  return (
    <>
      <p>{t('sitePage.printAtHome')}</p>
      <p className="flex flex-wrap gap-3">
        <LinkButton href={printAtHomePath()} variant={variant}>
          {t('sitePage.printFree')}
        </LinkButton>
        <LinkButton href={staticPath('instructions')} variant="secondary">
          {t('sitePage.howToAttach')}
        </LinkButton>
      </p>
    </>
  );
}
