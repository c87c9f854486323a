import { ExchangePage } from './ExchangePage.tsx';
import type { NoPair, Opening } from './load-exchange.ts';
import { NoPairPage } from './NoPairPage.tsx';

/** The exchange of an address, or the word that there is none and what is nearest to it. */
export function ExchangeScreen({ loaded }: { readonly loaded: Opening | NoPair }) {
  return loaded.kind === 'open' ? <ExchangePage opening={loaded} /> : <NoPairPage noPair={loaded} />;
}
