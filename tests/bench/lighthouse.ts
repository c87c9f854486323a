import { lighthouseOf, type PageScores } from '#tests/make/lighthouse.ts';
import { makeFolder, removeFolder, startApp } from '#tests/make/process.ts';
import { type Extent } from './extent.ts';
import { line } from './line.ts';
import { addressOf, type PageKind, pageKinds } from './page-kinds.ts';

const PREFIXES = ['', '/en'] as const;
const VISITS = { full: 3, short: 1 } as const;

/** Lighthouse scores and times of a kind of page. */
export const scoresOf = (url: string, page: PageKind, prefix: '' | '/en', runs: number): Promise<PageScores> =>
  lighthouseOf(addressOf(url, page, prefix), {
    runs,
    ...(page.headers === undefined ? {} : { headers: page.headers }),
    without: [...(page.isHidden ? ['is-crawlable'] : []), ...(page.isMissing ? ['http-status-code', 'errors-in-console'] : [])],
  });

/** G1, G3: Lighthouse on a simulated telephone, every page kind in both languages, the median of three visits each. */
export async function benchLighthouse(extent: Extent): Promise<void> {
  const folder = makeFolder();
  const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  try {
    const kinds = await pageKinds(app.url);
    for (const page of extent === 'full' ? kinds : kinds.slice(0, 1))
      for (const prefix of extent === 'full' ? PREFIXES : PREFIXES.slice(0, 1)) {
        const { performance, accessibility, bestPractices, seo, lcp, tbt, cls, findings } = await scoresOf(
          app.url,
          page,
          prefix,
          VISITS[extent],
        );
        line(
          `Lighthouse: ${page.name}, ${prefix === '' ? 'ru' : 'en'}`,
          [performance, accessibility, bestPractices, seo].join(' / '),
          `LCP ${(lcp / 1_000).toFixed(2)} s, TBT ${Math.round(tbt)} ms, CLS ${cls.toFixed(3)}  goal: 98 / 100 / 100 / 100; 1.2 s, 100 ms, 0.02  ${findings.join(' ')}`.trim(),
        );
      }
  } finally {
    await app.stop();
    removeFolder(folder);
  }
}
