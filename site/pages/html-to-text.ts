import type { ReactNode } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';

export function htmlToText(html: string): { title: string; lead: string; text: string } {
  const [, title = ''] = /<h1[^>]*>(.*?)<\/h1>/s.exec(html) ?? [];
  const [, lead = ''] = /<p[^>]*>(.*?)<\/p>/s.exec(html) ?? [];
  return { title: textOfHtml(title), lead: textOfHtml(lead), text: readBlocks(html) };
}

const blockMarks: Record<string, string> = { h2: '## ', h3: '### ', dt: '### ', p: '', dd: '' };

function readBlocks(html: string): string {
  const blocks: string[] = [];
  const lists: string[] = [];
  const links: string[] = [];
  let skipped = 0;
  let section = '';
  let block: { marks: string; text: string; end: string } | undefined;
  const begin = (marks: string, end = '') => {
    finish();
    block = { marks, text: '', end };
  };
  const finish = () => {
    const text = block?.text.trim();
    if (block && text) blocks.push(block.marks + text + block.end);
    block = undefined;
  };
  const add = (text: string) => {
    if (block) block.text += text;
  };

  const open = (tag: string, attributes: string) => {
    if (tag === 'section') section = attribute(attributes, 'id');
    else if (tag === 'ul' || tag === 'ol') {
      finish();
      lists.push(tag === 'ol' ? '1. ' : '- ');
    } else if (tag === 'li') begin('  '.repeat(lists.length - 1) + lists.at(-1));
    else if (tag in blockMarks) begin(blockMarks[tag] ?? '', tag === 'h2' ? idOf(section, attributes) : '');
    else if (tag === 'strong') add('**');
    else if (tag === 'br') add('\n');
    else if (tag === 'a') {
      links.push(attribute(attributes, 'href'));
      add(block?.text.endsWith(')') ? ' [' : '[');
    }
  };
  const close = (tag: string) => {
    if (tag === 'ul' || tag === 'ol') {
      finish();
      lists.pop();
    } else if (tag === 'li' || tag in blockMarks) finish();
    else if (tag === 'strong') add('**');
    else if (tag === 'a') closeLink(links.pop() ?? '');
  };
  const closeLink = (href: string) => {
    // Without an address of the operator, nothing stands between the marks.
    if (block?.text.endsWith('[')) block.text = block.text.slice(0, -1);
    else add(`](${href})`);
  };

  for (const [, slash, tag, attributes = '', text] of html.matchAll(/<(\/?)([a-z0-9]+)([^>]*)>|([^<]+)/g)) {
    if (text !== undefined) {
      if (skipped === 0) add(decode(text));
    } else if (!tag) continue;
    else if (slash) {
      if (skipped > 0) skipped -= 1;
      else close(tag);
    } else if (skipped > 0 || isNoText(tag, attributes)) {
      if (!attributes.endsWith('/')) skipped += 1;
    } else open(tag, attributes);
  }
  return blocks
    .reduce((whole, next) => whole + (isItem(next) && isItem(lastLine(whole)) ? '\n' : '\n\n') + next, '')
    .trim();
}

function isNoText(tag: string, attributes: string): boolean {
  return (
    ['svg', 'form', 'nav', 'search', 'input'].includes(tag) ||
    /class="[^"]*\b(?:article-head|hero|printed-tag)\b/.test(attributes) ||
    /(?:id="write"|aria-labelledby="what-to-tag")/.test(attributes)
  );
}

function attribute(attributes: string, name: string): string {
  return decode(new RegExp(`\\b${name}="([^"]*)"`).exec(attributes)?.[1] ?? '');
}

function idOf(section: string, attributes: string): string {
  const id = section || attribute(attributes, 'id');
  return id && ` {#${id}}`;
}

const isItem = (line: string) => /^ *(?:-|1\.) /.test(line);
const lastLine = (text: string) => text.slice(text.lastIndexOf('\n') + 1);

export function textOf(content: ReactNode): string {
  return textOfHtml(renderToStaticMarkup(content));
}

function textOfHtml(html: string): string {
  return decode(html.replace(/<\/li>/g, ' ').replace(/<[^>]*>/g, '')).trim();
}

const signs: Record<string, string> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

function decode(html: string): string {
  return html.replace(/&(?:amp|lt|gt|quot|#x27);/g, (sign) => signs[sign] ?? sign);
}
