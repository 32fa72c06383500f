/**
 * The format of the operator's texts, a part of Markdown: `## Heading` (with `{#name}` at its end it can be linked to) and `### Heading`,
 * lists with `-` or `1.` (two spaces deeper: a list in the list), `**bold**` and `[text](target)`. An empty line ends a paragraph.
 * All else is text, markup too. Reading it takes linear time, and the result is nested three deep at most.
 */
export type Block = Heading | Paragraph | List;
type Heading = { kind: 'heading'; level: 2 | 3; id: string | undefined; content: Inline[] };
type Paragraph = { kind: 'paragraph'; lines: Inline[][] };
export type List = { kind: 'list'; ordered: boolean; items: ListItem[] };
type ListItem = { lines: Inline[][]; lists: List[] };
export type Inline =
  | { kind: 'text'; text: string }
  | { kind: 'bold'; content: Inline[] }
  | { kind: 'link'; target: string; content: Inline[] };

const deepestList = 3;
const spacesOfALevel = 2;

export function readText(text: string): Block[] {
  const blocks: Block[] = [];
  /** The lists that are open, from the outermost inwards. */
  let lists: List[] = [];
  let afterEmptyLine = true;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    const heading = readHeading(trimmed);
    const item = readItem(line);
    if (trimmed === '') {
      afterEmptyLine = true;
      continue;
    }
    if (heading) {
      lists = [];
      blocks.push(heading);
    } else if (item) {
      lists = openLists(lists, item, blocks);
      lists.at(-1)?.items.push({ lines: [readInline(item.text)], lists: [] });
    } else if (afterEmptyLine || blocks.at(-1)?.kind === 'heading') {
      lists = [];
      blocks.push({ kind: 'paragraph', lines: [readInline(trimmed)] });
    } else {
      const last = blocks.at(-1);
      const open = lists.at(-1)?.items.at(-1) ?? (last?.kind === 'paragraph' ? last : undefined);
      open?.lines.push(readInline(trimmed));
    }
    afterEmptyLine = false;
  }
  return blocks;
}

/** The text without its marks, such as for search engines. */
export function plainText(content: Inline[]): string {
  return content.map((part) => (part.kind === 'text' ? part.text : plainText(part.content))).join('');
}

export function inlinesOf(blocks: Block[]): Inline[] {
  const within = (content: Inline[]): Inline[] =>
    content.flatMap((part) => (part.kind === 'text' ? [part] : [part, ...within(part.content)]));
  return blocks.flatMap((block) => {
    if (block.kind === 'heading') return within(block.content);
    if (block.kind === 'paragraph') return block.lines.flatMap(within);
    return block.items.flatMap(({ lines, lists }) => [...lines.flatMap(within), ...inlinesOf(lists)]);
  });
}

function readHeading(line: string): Heading | undefined {
  const marks = /^#{1,3}\s/.exec(line)?.[0];
  if (!marks) return undefined;
  const id = /\s\{#([\w-]{1,60})\}$/.exec(line);
  const text = line.slice(marks.length, id?.index).trim();
  return { kind: 'heading', level: marks.length > 3 ? 3 : 2, id: id?.[1], content: readInline(text) };
}

type ItemLine = { level: number; ordered: boolean; text: string };

function readItem(line: string): ItemLine | undefined {
  const read = /^([ \t]*)(?:[-*]|(\d{1,9}[.)]))[ \t]/.exec(line);
  if (!read) return undefined;
  const spaces = (read[1] ?? '').replaceAll('\t', ' '.repeat(spacesOfALevel)).length;
  const level = Math.min(Math.floor(spaces / spacesOfALevel), deepestList - 1);
  return { level, ordered: read[2] !== undefined, text: line.slice(read[0].length).trim() };
}

/** The open lists up to the one that the item belongs to, which begins when there is none. */
function openLists(open: List[], { level, ordered }: ItemLine, blocks: Block[]): List[] {
  const lists = open.slice(0, level + 1);
  const last = lists.at(-1);
  const isDeeper = lists.length <= level;
  if (last && !isDeeper && last.ordered === ordered) return lists;
  const list: List = { kind: 'list', ordered, items: [] };
  const outer = isDeeper ? lists : lists.slice(0, -1);
  const parent = outer.at(-1)?.items.at(-1);
  if (parent) parent.lists.push(list);
  else blocks.push(list);
  return [...outer, list];
}

/** Each part has a limit, so that a mark without its end is not looked for again and again. */
const marked = /\*\*(?=\S)(.{1,500}?)\*\*|\[([^[\]]{1,200})\]\(([^()\s]{1,500})\)/gu;

function readInline(text: string): Inline[] {
  const parts: Inline[] = [];
  let end = 0;
  const add = (plain: string) => plain && parts.push({ kind: 'text', text: plain });
  for (const { 0: all, 1: bold, 2: label, 3: target, index } of text.matchAll(marked)) {
    add(text.slice(end, index));
    if (bold !== undefined) parts.push({ kind: 'bold', content: readInline(bold) });
    else if (label !== undefined && target !== undefined)
      parts.push({ kind: 'link', target, content: readInline(label) });
    end = index + all.length;
  }
  add(text.slice(end));
  return parts;
}
