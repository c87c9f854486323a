import { latePart } from '#web/loading/late-part.tsx';
import { ExchangePage } from './ExchangePage.tsx';
import type { ClosedData, NoPairData, ExchangeData } from './load-exchange.ts';

/* Rendered by the server; their scripts may load late. */
const ClosedPage = latePart(async () => (await import('./ClosedPage.tsx')).ClosedPage);
const NoPairPage = latePart(async () => (await import('./NoPairPage.tsx')).NoPairPage);

/** Exchange page of a URL, or a page with the nearest pairs, or the notice of a break. */
export function ExchangeScreen({ loaded }: { readonly loaded: ExchangeData | NoPairData | ClosedData }) {
  if (loaded.kind === 'closed') return <ClosedPage closed={loaded} />;
  return loaded.kind === 'open' ? <ExchangePage initial={loaded} /> : <NoPairPage noPair={loaded} />;
}
