/** A text as its renderer has made it of the allow-list (`core/content/render.ts`): everything that somebody typed is escaped there. */
export const Prose = ({ html }: { readonly html: string }) => (
  // oxlint-disable-next-line react/no-danger -- HTML of our own renderer
  <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
);
