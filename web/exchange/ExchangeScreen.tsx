import { ClosedPage } from './ClosedPage.tsx';
import { ExchangePage } from './ExchangePage.tsx';
import type { Closed, NoPair, Opening } from './load-exchange.ts';
import { NoPairPage } from './NoPairPage.tsx';

/** The exchange of an address, or the word that there is none: what is nearest to it, or that the shop is closed. */
export function ExchangeScreen({ loaded }: { readonly loaded: Opening | NoPair | Closed }) {
  if (loaded.kind === 'closed') return <ClosedPage closed={loaded} />;
  return loaded.kind === 'open' ? <ExchangePage opening={loaded} /> : <NoPairPage noPair={loaded} />;
}
