/** HTML made by our renderer from an allow-list (`core/content/render.ts`), where everything typed is escaped. */
export const Prose = ({ html }: { readonly html: string }) => (
  // oxlint-disable-next-line react/no-danger -- HTML of our own renderer
  <div className="prose" dangerouslySetInnerHTML={{ __html: html }} />
);
