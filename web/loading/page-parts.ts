import { createContext } from 'react';

/** Parts of the document that only the server knows; the browser reads them back from the document. */
export interface PageParts {
  /** The whole style sheet, inline: the first paint needs no other file. */
  readonly sheet: string;
  /** URLs of the page's message files, preloaded beside its scripts; empty in the browser. */
  readonly messageFiles: readonly string[];
  /** Facts about the pair of the page as HTML; null: the page has no pair. */
  readonly facts: { readonly slug: string; readonly html: string } | null;
}

function factsOfDocument(): PageParts['facts'] {
  const element = globalThis.document?.querySelector<HTMLElement>('#pair-facts');
  return element?.dataset['pair'] === undefined ? null : { slug: element.dataset['pair'], html: element.innerHTML };
}

const partsOfDocument = (): PageParts => ({
  sheet: globalThis.document?.querySelector('style')?.textContent ?? '',
  messageFiles: [],
  facts: factsOfDocument(),
});

export const PagePartsContext = createContext<PageParts>(partsOfDocument());

/** Nonce of the response's content security policy; empty in the browser, where it is no longer needed. */
export const NonceContext = createContext<string | undefined>(undefined);
