import { use, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { pairPath, pairSlug } from '#core/pair-path.ts';
import { reportFault } from '#ui/reports/report-errors.ts';
import { useWords } from '#web/i18n/use-words.ts';
import { PagePartsContext } from '#web/shell/page-parts.ts';
import type { Pair } from '#web/exchange/systems.ts';

/** Asked for before it is seen, so that nothing moves under a reader's eyes. */
const AHEAD = '600px';

/** What holds for the pair, below its counter: it stands in the document, and of a pair that was chosen since it comes when it is about to be seen. */
export function PairPlace({ pair }: { readonly pair: Pair }) {
  const { to } = useWords();
  const isPage = useParams()['pair'] !== undefined;
  const { facts } = use(PagePartsContext);
  const [told, setTold] = useState(facts);
  const place = useRef<HTMLDivElement>(null);
  const slug = pairSlug(pair.from.id, pair.to.id);
  const isTold = told?.slug === slug;
  const address = to(`${pairPath(pair.from.id, pair.to.id)}/facts`);
  useEffect(() => {
    if (isTold || !isPage || place.current === null) return undefined;
    const gone = new AbortController();
    const ask = async () => {
      const answer = await fetch(address, { signal: gone.signal });
      reportFault({ status: answer.status, unreadable: false }, 'pair facts');
      if (answer.ok) setTold({ slug, html: await answer.text() });
    };
    const watch = new IntersectionObserver(
      (entries) => {
        if (!entries.some((one) => one.isIntersecting)) return;
        watch.disconnect();
        // Nobody answers: the counter stands alone
        ask().catch(() => undefined);
      },
      { rootMargin: AHEAD },
    );
    watch.observe(place.current);
    return () => {
      gone.abort();
      watch.disconnect();
    };
  }, [isTold, isPage, slug, address]);
  const html = isTold ? told.html : '';
  // oxlint-disable-next-line react/no-danger -- drawn by our own server, where every text is escaped
  return <div ref={place} id="pair-facts" data-pair={slug} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
