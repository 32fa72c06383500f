import { Fragment, type ReactNode } from 'react';
import { fillIn, type PlaceholderValues } from '../../domain/pages/contract/placeholders.ts';
import { type Block, type Inline, type List, plainText, readText } from '../../domain/pages/contract/text-format.ts';
import { isLinkTarget } from '../../domain/texts/contract/links.ts';
import type { OwnText } from '../document/page.ts';
import { ArticleSection } from './article.tsx';

export function drawText(text: string, values: PlaceholderValues): OwnText {
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
