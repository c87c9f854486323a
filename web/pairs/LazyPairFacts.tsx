import { use, useEffect, useRef, useState } from 'react';
import { useParams } from 'react-router';
import { pairPath, pairSlug } from '#core/link/pair-path.ts';
import { reportFault } from '#ui/reports/report-errors.ts';
import { useTranslation } from '#web/i18n/use-translation.ts';
import { PagePartsContext } from '#web/loading/page-parts.ts';
import type { Pair } from '#web/catalogue/systems.ts';

/** Loaded before it becomes visible, so that nothing moves. */
const ROOT_MARGIN = '600px';

/** Facts of a pair below its form. They are part of the document; those of a pair chosen later load when they come near the viewport. */
export function LazyPairFacts({ pair }: { readonly pair: Pair }) {
  const { to } = useTranslation();
  const isPage = useParams()['pair'] !== undefined;
  const { facts } = use(PagePartsContext);
  const [loaded, setLoaded] = useState(facts);
  const section = useRef<HTMLDivElement>(null);
  const slug = pairSlug(pair.from.id, pair.to.id);
  const isLoaded = loaded?.slug === slug;
  const address = to(`${pairPath(pair.from.id, pair.to.id)}/facts`);
  useEffect(() => {
    if (isLoaded || !isPage || section.current === null) return undefined;
    const unmounted = new AbortController();
    const load = async () => {
      const response = await fetch(address, { signal: unmounted.signal });
      reportFault({ status: response.status, unreadable: false }, 'pair facts');
      if (response.ok) setLoaded({ slug, html: await response.text() });
    };
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some((entry) => entry.isIntersecting)) return;
        observer.disconnect();
        // Without a response the form has no facts below it
        load().catch(() => undefined);
      },
      { rootMargin: ROOT_MARGIN },
    );
    observer.observe(section.current);
    return () => {
      unmounted.abort();
      observer.disconnect();
    };
  }, [isLoaded, isPage, slug, address]);
  const html = isLoaded ? loaded.html : '';
  // oxlint-disable-next-line react/no-danger -- rendered by our own server, where every text is escaped
  return <div ref={section} id="pair-facts" data-pair={slug} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: html }} />;
}
