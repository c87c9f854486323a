import { createContext } from 'react';

/** What stands in a page once and is known to the server alone; a running page has it in its document. */
export interface PageParts {
  /** The whole style sheet: the first paint waits for no other file. */
  readonly sheet: string;
  /** The script by which the page comes to life. */
  readonly start: string;
  /** What holds for the pair of the page, and which pair that is; null: the page has none. */
  readonly facts: { readonly slug: string; readonly html: string } | null;
}

function standingFacts(): PageParts['facts'] {
  const place = globalThis.document?.querySelector<HTMLElement>('#pair-facts');
  return place?.dataset['pair'] === undefined ? null : { slug: place.dataset['pair'], html: place.innerHTML };
}

const standing = (): PageParts => ({
  sheet: globalThis.document?.querySelector('style')?.textContent ?? '',
  start: '',
  facts: standingFacts(),
});

export const PagePartsContext = createContext<PageParts>(standing());
