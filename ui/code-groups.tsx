/** A tag's code in groups of four. The gaps are drawn, not typed: what is copied is the code alone. */
export function CodeGroups({ code }: { code: string }) {
  return (
    <code className="code-groups" dir="ltr" translate="no">
      {groupsOfFour(code).map(({ start, text }) => (
        <span key={start}>
          {text}
          <wbr />
        </span>
      ))}
    </code>
  );
}

function groupsOfFour(code: string): { start: number; text: string }[] {
  return Array.from({ length: Math.ceil(code.length / 4) }, (_, index) => ({
    start: index * 4,
    text: code.slice(index * 4, index * 4 + 4),
  }));
}
