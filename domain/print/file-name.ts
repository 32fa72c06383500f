const mostBytes = 120;

/** The name of a file for a tag, which every file system takes: the item's name as far as it goes, and the code. */
export function fileNameOf(itemName: string, code: string): string {
  const safe = itemName
    .normalize('NFC')
    .toWellFormed()
    // What Windows refuses, and what cannot be seen, except joiners.
    .replaceAll(/[<>:"/\\|?*\ufffd]|(?![\u200c\u200d])[\p{Cc}\p{Cf}\p{Co}]/gu, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    // Hidden files begin with a dot, options of commands with a dash.
    .replace(/^[.\- ]+/, '');
  const name = shortened(safe).trim();
  return `${name || 'tag'} ${code.replaceAll(' ', '')}`;
}

/** Cut between letters as they are read, not within one. */
function shortened(text: string): string {
  let kept = '';
  for (const { segment } of new Intl.Segmenter().segment(text)) {
    if (Buffer.byteLength(kept + segment) > mostBytes) break;
    kept += segment;
  }
  return kept;
}
