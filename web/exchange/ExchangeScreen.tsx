import { latePart } from '#web/shell/late-part.tsx';
import { ExchangePage } from './ExchangePage.tsx';
import type { Closed, NoPair, Opening } from './load-exchange.ts';

/* Where there is nothing to exchange the server draws the page, and nobody waits for its scripts. */
const ClosedPage = latePart(async () => (await import('./ClosedPage.tsx')).ClosedPage);
const NoPairPage = latePart(async () => (await import('./NoPairPage.tsx')).NoPairPage);

/** The exchange of an address, or the word that there is none: what is nearest to it, or that the shop is closed. */
export function ExchangeScreen({ loaded }: { readonly loaded: Opening | NoPair | Closed }) {
  if (loaded.kind === 'closed') return <ClosedPage closed={loaded} />;
  return loaded.kind === 'open' ? <ExchangePage opening={loaded} /> : <NoPairPage noPair={loaded} />;
}
