import type { MetaDescriptor } from 'react-router';

export interface PageTexts {
  readonly title: string;
  readonly description: string;
}

/** Title and description of a public page, for browsers, search engines and previews of shared links. */
export const pageMeta = ({ title, description }: PageTexts): MetaDescriptor[] => [
  { title },
  { name: 'description', content: description },
  { property: 'og:title', content: title },
  { property: 'og:description', content: description },
];
