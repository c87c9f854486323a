import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { chromium } from '@playwright/test';
import lighthouse from 'lighthouse';
import { browserLaunchOptions } from './browser.ts';
import { freePort } from './process.ts';

/** Lighthouse results of a page on a simulated phone: scores of 100, times in milliseconds. */
export interface PageScores {
  readonly performance: number;
  readonly accessibility: number;
  readonly bestPractices: number;
  readonly seo: number;
  readonly fcp: number;
  readonly lcp: number;
  readonly tbt: number;
  readonly cls: number;
  /** Failed audits, by Lighthouse's names. */
  readonly findings: readonly string[];
}

interface Visit {
  /** Number of runs; every figure is the median. */
  readonly runs?: number;
  /** Sent with every request, such as a cookie. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Skipped audits, such as indexing on pages that are excluded from search on purpose. */
  readonly without?: readonly string[];
}

/** Opens a page several times in the test browser and returns the median of every figure. */
export async function lighthouseOf(url: string, { runs = 3, headers = {}, without = [] }: Visit = {}): Promise<PageScores> {
  const gate = await headerProxyTo(new URL(url));
  const seen: PageScores[] = [];
  try {
    for (let run = 0; run < runs; run++) {
      const scores = await runVisit(gate.url, headers, without);
      // On a busy machine a page may not become idle in time, and Lighthouse then measures no blocking time
      seen.push(Number.isNaN(scores.tbt) ? await runVisit(gate.url, headers, without) : scores);
    }
  } finally {
    gate.close();
  }
  const median = (name: Exclude<keyof PageScores, 'findings'>): number =>
    seen.map((scores) => scores[name]).toSorted((a, b) => a - b)[Math.floor(runs / 2)] ?? 0;
  return {
    performance: median('performance'),
    accessibility: median('accessibility'),
    bestPractices: median('bestPractices'),
    seo: median('seo'),
    fcp: median('fcp'),
    lcp: median('lcp'),
    tbt: median('tbt'),
    cls: median('cls'),
    findings: [...new Set(seen.flatMap(({ findings }) => findings))],
  };
}

const WHOLE = ['accessibility', 'best-practices', 'seo'] as const;

/**
 * Uses a new browser for every run, without a cache. The line and the processor are slowed down during the load, because the default, a
 * computed slow load, depends on chance on loopback (decision 0097).
 */
async function runVisit(url: string, headers: Readonly<Record<string, string>>, without: readonly string[]): Promise<PageScores> {
  const port = await freePort();
  const { args = [], ...options } = await browserLaunchOptions();
  const browser = await chromium.launch({ ...options, args: [...args, `--remote-debugging-port=${port}`] });
  try {
    const result = await lighthouse(url, {
      port,
      logLevel: 'error',
      throttlingMethod: 'devtools',
      extraHeaders: { ...headers },
      skipAudits: [...without],
      ignoreStatusCode: true,
    });
    if (result === undefined || result.lhr.runtimeError !== undefined)
      throw new Error(`Lighthouse has nothing to say of ${url}: ${result?.lhr.runtimeError?.message ?? ''}`);
    const { audits, categories } = result.lhr;
    const score = (name: string): number => Math.round((categories[name]?.score ?? 0) * 100);
    const value = (name: string): number => audits[name]?.numericValue ?? Number.NaN;
    return {
      performance: score('performance'),
      accessibility: score('accessibility'),
      bestPractices: score('best-practices'),
      seo: score('seo'),
      fcp: value('first-contentful-paint'),
      lcp: value('largest-contentful-paint'),
      tbt: value('total-blocking-time'),
      cls: value('cumulative-layout-shift'),
      findings: WHOLE.flatMap((name) => categories[name]?.auditRefs ?? [])
        .filter(({ id, weight }) => weight > 0 && (audits[id]?.score ?? 1) < 1)
        .map(({ id }) => id),
    };
  } finally {
    await browser.close();
  }
}

/**
 * A proxy that changes only the origin and one header: tracing in the test browser aborts (net::ERR_ABORTED) on responses with
 * a referrer policy, which does not affect speed.
 */
async function headerProxyTo(target: URL): Promise<{ readonly url: string; readonly close: () => void }> {
  const gate = http.createServer((request, answer) => {
    const { method = 'GET', url: path = '/', headers } = request;
    // Keep requests same-origin
    const origin = headers.origin === undefined ? {} : { origin: target.origin };
    const passed = http.request(new URL(path, target), { method, headers: { ...headers, ...origin, host: target.host } }, (reply) => {
      const { 'referrer-policy': _, ...replyHeaders } = reply.headers;
      answer.writeHead(reply.statusCode ?? 502, replyHeaders);
      reply.pipe(answer);
    });
    passed.once('error', () => answer.destroy());
    request.pipe(passed);
  });
  await new Promise<void>((resolve) => gate.listen(0, '127.0.0.1', resolve));
  const { port } = gate.address() as AddressInfo;
  return { url: `http://localhost:${port}${target.pathname}${target.search}`, close: () => gate.close() };
}
