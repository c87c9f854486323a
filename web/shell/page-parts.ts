import { createContext } from 'react';

/** What stands in a page once and is known to the server alone; a running page has it in its document. */
export interface PageParts {
  /** The whole style sheet: the first paint waits for no other file. */
  readonly sheet: string;
  /** The script by which the page comes to life. */
  readonly start: string;
}

const standing = (): PageParts => ({ sheet: globalThis.document?.querySelector('style')?.textContent ?? '', start: '' });

export const PagePartsContext = createContext<PageParts>(standing());
