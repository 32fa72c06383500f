type DataScriptProps = { type: 'application/json' | 'application/ld+json'; id?: string; data: unknown };

/** Data, not script: the policy of pages does not concern it, because no browser runs it. What could end the element is escaped. */
export function DataScript({ data, ...attributes }: DataScriptProps) {
  const json = JSON.stringify(data)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029');
  // biome-ignore lint/security/noDangerouslySetInnerHtml: escaped above
  return <script {...attributes} dangerouslySetInnerHTML={{ __html: json }} />;
}
