import { Fragment, type ReactNode } from 'react';
import { fillIn, type PlaceholderValues } from '../../domain/pages/contract/placeholders.ts';
import type { PageWords } from '../../domain/pages/contract/schema.ts';
import { type Block, type Inline, type List, plainText, readText } from '../../domain/pages/contract/text-format.ts';
import { readShopSettings } from '../../domain/shop/current-settings.ts';
import { placeholderValues } from '../../domain/shop/placeholder-values.ts';
import { isLinkTarget } from '../../domain/texts/contract/links.ts';
import { type SitePageName, sitePages } from '../../paths/site-pages.ts';
import type { OwnArticle, OwnText, PageContext, StaticPage } from '../document/page.ts';
import { type PageResult, showRestPage } from '../document/show-page.tsx';
import type { SiteContext } from '../http/visitor.ts';
import { Article, ArticleSection } from './article.tsx';

export function showWords(name: SitePageName, page: StaticPage) {
  return (c: SiteContext) => showRestPage(c, (context) => drawWords(c, name, page, context));
}

export async function drawWords(
  c: SiteContext,
  name: SitePageName,
  page: StaticPage,
  context: PageContext,
): Promise<PageResult> {
  const { ownWords, services } = c.var.site;
  const { value: words, current } = await ownWords(name, context.t.language);
  const drawn = words
    ? drawOwnWords(page, words, context, await placeholderValues(services, context.brand))
    : drawOurWords(page, { ...context, ...(current && (await sellerFor(name, c))) });
  return { face: 'site', shared: current, ...drawn };
}

export async function sellerFor(name: SitePageName, c: SiteContext): Promise<Pick<PageContext, 'seller'>> {
  if (!sitePages[name].ofSeller) return {};
  const { open, seller } = await readShopSettings(c.var.site.services);
  return { seller: open ? seller : undefined };
}

type Drawn = Pick<PageResult, 'metadata' | 'body'>;

export function drawOurWords(page: StaticPage, context: PageContext): Drawn {
  return {
    metadata: page.metadata(context.t, context.brand, context.publicUrl, context.seller),
    body: <page.Body {...context} />,
  };
}

export function drawOwnWords(
  page: StaticPage,
  words: PageWords,
  context: PageContext,
  values: PlaceholderValues,
): Drawn {
  const { t, brand, publicUrl } = context;
  const own: OwnArticle = {
    title: fillIn(words.title, values),
    lead: fillIn(words.lead, values),
    text: drawText(words.text, values),
  };
  const { keywords, structuredData } = page.metadata(t, brand, publicUrl);
  const data = page.ownStructuredData?.(own, { t, brand, publicUrl }) ?? structuredData;
  const Body = page.OwnBody ?? OwnPage;
  return {
    metadata: {
      title: fillIn(words.documentTitle, values),
      description: fillIn(words.description, values),
      keywords,
      ...(data && { structuredData: data }),
    },
    body: <Body {...context} own={own} page={page} />,
  };
}

function OwnPage({ own, page, ...context }: PageContext & { own: OwnArticle; page: StaticPage }) {
  const { lead = own.lead, drawing, wide, Above, Below } = page;
  return (
    <Article title={own.title} {...{ lead, drawing, wide }}>
      {Above && <Above {...context} />}
      <OwnSections text={own.text} />
      {Below && <Below {...context} />}
    </Article>
  );
}

function drawText(text: string, values: PlaceholderValues): OwnText {
  const blocks = readText(text);
  const starts = blocks.flatMap((block, index) => (block.kind === 'heading' && block.level === 2 ? [index] : []));
  const ids = new Set(['main', 'write']);
  const sections = starts.map((start, n) => {
    const heading = blocks[start];
    const { id: wanted, content } = heading?.kind === 'heading' ? heading : { id: undefined, content: [] };
    const id = wanted && !ids.has(wanted) ? wanted : `part-${n + 1}`;
    ids.add(id);
    return {
      id,
      title: fillIn(plainText(content), values),
      heading: drawInline(content, values),
      content: drawBlocks(blocks.slice(start + 1, starts[n + 1]), values),
    };
  });
  return { intro: drawBlocks(blocks.slice(0, starts[0]), values), sections };
}

export function OwnSections({ text }: { text: OwnText }) {
  return (
    <>
      {text.intro}
      {text.sections.map(({ id, heading, content }) => (
        <ArticleSection key={id} id={id} title={heading}>
          {content}
        </ArticleSection>
      ))}
    </>
  );
}

function drawBlocks(blocks: Block[], values: PlaceholderValues): ReactNode {
  return blocks.map((block, n) => {
    const key = `${n}`;
    if (block.kind === 'heading') return <h3 key={key}>{drawInline(block.content, values)}</h3>;
    if (block.kind === 'paragraph') return <p key={key}>{drawLines(block.lines, values)}</p>;
    return <TextList key={key} list={block} values={values} />;
  });
}

function TextList({ list: { ordered, items }, values }: { list: List; values: PlaceholderValues }) {
  const Kind = ordered ? 'ol' : 'ul';
  return (
    <Kind>
      {items.map(({ lines, lists }, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
        <li key={n}>
          {drawLines(lines, values)}
          {lists.map((list, m) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: drawn once
            <TextList key={m} list={list} values={values} />
          ))}
        </li>
      ))}
    </Kind>
  );
}

function drawLines(lines: Inline[][], values: PlaceholderValues): ReactNode {
  return onLines(lines.map((line) => drawInline(line, values)));
}

function drawInline(content: Inline[], values: PlaceholderValues): ReactNode {
  return content.map((part, n) => {
    const key = `${n}`;
    if (part.kind === 'text') return <Fragment key={key}>{drawFilled(fillIn(part.text, values))}</Fragment>;
    if (part.kind === 'bold') return <strong key={key}>{drawInline(part.content, values)}</strong>;
    const target = fillIn(part.target, values);
    const label = drawInline(part.content, values);
    if (!isLinkTarget(target)) return <Fragment key={key}>{label}</Fragment>;
    return (
      <a key={key} href={target} className={target.startsWith('mailto:') ? 'wrap-anywhere' : undefined}>
        {label}
      </a>
    );
  });
}

/** An address has several lines. */
function drawFilled(text: string): ReactNode {
  return text.includes('\n') ? onLines(text.split('\n')) : text;
}

function onLines(lines: ReactNode[]): ReactNode {
  return lines.map((line, n) => {
    const key = `${n}`;
    return (
      <Fragment key={key}>
        {n > 0 && <br />}
        {line}
      </Fragment>
    );
  });
}
