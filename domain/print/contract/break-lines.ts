const segmenters = Intl.Segmenter && {
  grapheme: new Intl.Segmenter(undefined, { granularity: 'grapheme' }),
  word: new Intl.Segmenter(undefined, { granularity: 'word' }),
};

/** Letters as they are read, or words, spaces and signs; in browsers that cannot tell them, characters and what spaces part. */
function segmentsOf(text: string, granularity: 'grapheme' | 'word'): string[] {
  if (!segmenters) return granularity === 'word' ? text.split(/(\s+)/).filter(Boolean) : [...text];
  return Array.from(segmenters[granularity].segment(text), ({ segment }) => segment);
}
const opening = /^[\p{Ps}\p{Pi}]/u;
const sign = /^[\p{P}\p{Sc}]+$/u;

/** Lines that are no wider: broken between words, also of scripts without spaces, or within a word that is longer than a line. */
export function breakLines(text: string, widthOf: (piece: string) => number, width: number): string[] {
  const lines: { text: string; width: number }[] = [];
  const add = (piece: string) => {
    const last = lines.at(-1);
    const pieceWidth = widthOf(piece);
    const isSpace = piece.trim() === '';
    if (last && (isSpace || last.width + pieceWidth <= width)) {
      last.text += piece;
      last.width += pieceWidth;
    } else if (!isSpace) lines.push({ text: piece, width: pieceWidth });
  };
  for (const paragraph of text.split('\n')) {
    lines.push({ text: '', width: 0 });
    for (const piece of piecesOf(paragraph)) {
      if (widthOf(piece) <= width) add(piece);
      else for (const letter of segmentsOf(piece, 'grapheme')) add(letter);
    }
  }
  return lines.map((line) => line.text.trim()).filter(Boolean);
}

export function cutsWord(text: string, widthOf: (piece: string) => number, width: number): boolean {
  return piecesOf(text).some((piece) => widthOf(piece) > width);
}

export function withEllipsis(lines: string[]): string[] {
  return lines.length > 0 ? lines.with(-1, `${lines.at(-1)}…`) : [];
}

function piecesOf(paragraph: string): string[] {
  const pieces: string[] = [];
  let isOpen = false;
  for (const segment of segmentsOf(paragraph, 'word')) {
    const last = pieces.at(-1);
    const isSpace = segment.trim() === '';
    const isSign = sign.test(segment);
    const isAfterWord = last !== undefined && last.trim() !== '';
    const isJoined: boolean = isAfterWord && !isSpace && (isOpen || (isSign && !opening.test(segment)));
    if (isJoined) pieces.splice(-1, 1, last + segment);
    else pieces.push(segment);
    isOpen = isSign && (!isAfterWord || opening.test(segment) || (isOpen && isJoined));
  }
  return pieces;
}
