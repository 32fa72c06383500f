import { isLinkTarget } from '../texts/contract/links.ts';
import { fillIn, type PlaceholderValues } from './contract/placeholders.ts';
import type { PageWords } from './contract/schema.ts';
import { type Block, type Inline, type List, readText } from './contract/text-format.ts';

export type Paragraph = string | { heading: string };

/** The operator's words of a page as paragraphs of plain text, such as for a mail. Links have their address behind them. */
export function plainPage({ title, lead, text }: PageWords, values: PlaceholderValues, publicUrl: string): Paragraph[] {
  const inline = (content: Inline[]): string => content.map(plain).join('');
  const plain = (part: Inline): string => {
    if (part.kind === 'text') return fillIn(part.text, values);
    const label = inline(part.content);
    if (part.kind === 'bold') return label;
    const target = fillIn(part.target, values);
    if (!isLinkTarget(target) || target.startsWith('#')) return label;
    const address = target.startsWith('/') ? publicUrl + target : target.replace(/^mailto:/, '');
    return address === label ? label : `${label} (${address})`;
  };
  const listed = ({ ordered, items }: List, indent = ''): string =>
    items
      .flatMap(({ lines, lists }, n) => [
        `${indent}${ordered ? `${n + 1}.` : '–'} ${lines.map(inline).join(' ')}`,
        ...lists.map((list) => listed(list, `${indent}  `)),
      ])
      .join('\n');
  const block = (part: Block): Paragraph => {
    if (part.kind === 'heading') return { heading: inline(part.content) };
    return part.kind === 'paragraph' ? part.lines.map(inline).join('\n') : listed(part);
  };
  return [{ heading: fillIn(title, values) }, fillIn(lead, values), ...readText(text).map(block)].filter(Boolean);
}
