/** What a page is, for machines. */
export function LinkedData({ of }: { readonly of: object }) {
  // A closing tag inside a string would end the script
  const text = JSON.stringify(of).replaceAll('<', String.raw`\u003c`);
  return (
    // oxlint-disable-next-line react/no-danger -- JSON, closing tags escaped
    <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: text }} />
  );
}
