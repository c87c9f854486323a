import { linkedText } from './linked-data.ts';

/** Structured data of a page (schema.org). */
export const LinkedData = ({ value }: { readonly value: object }) => (
  // oxlint-disable-next-line react/no-danger -- JSON, closing tags escaped
  <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: linkedText(value) }} />
);
