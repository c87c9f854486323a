import type { MetaDescriptor } from 'react-router';

export interface PageWords {
  readonly title: string;
  readonly description: string;
}

/** Title and description of a public page, for readers, search engines and the card that a shared link becomes. */
export const pageMeta = ({ title, description }: PageWords): MetaDescriptor[] => [
  { title },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
];
