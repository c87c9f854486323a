import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { makeFolder, removeFolder, startApp } from '#tests/make/process.ts';
import type { Extent } from './extent.ts';
import { type Load, measure } from './load.ts';
import { line, perSecond } from './line.ts';
import { pageKinds } from './page-kinds.ts';

const EXTENT = { full: { until: { seconds: 3 }, rounds: 3 }, short: { until: { requests: 20 }, rounds: 1 } } as const;
const CONNECTIONS = 20;
/** 600 where the framework's empty page makes 1,300 (quality G23). */
const GOAL = 600 / 1_300;
const ADDRESSES = ['/', '/en', '/exchange/btc-sberrub', '/en/exchange/usdttrc20-tcsbrub', '/exchange/sberrub-ltc', '/?from=ETH&to=SBPRUB'];

/** The framework's empty page in a process of its own, like the product. */
async function startEmptyPage(): Promise<{ readonly url: string; readonly stop: () => void }> {
  const child = spawn(process.execPath, [path.join(import.meta.dirname, 'empty-page.ts')], {
    env: { PATH: process.env['PATH'], NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [port] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: `http://127.0.0.1:${port.toString().trim()}/`, stop: () => void child.kill() };
}

const PACKED = { 'accept-encoding': 'gzip, br' } as const;

/** Loads by name. Pages drawn for one visitor are those of a signed-in customer and of a guest's order. */
async function loadsOf(url: string, emptyUrl: string): Promise<Readonly<Record<string, Omit<Load, 'until' | 'connections'>>>> {
  const kinds = await pageKinds(url);
  const drawn = (name: string) => {
    const page = kinds.find((kind) => kind.name === name);
    return { url: `${url}${page?.path ?? '/'}`, headers: { ...page?.headers } };
  };
  const packed = ({ headers, ...load }: ReturnType<typeof drawn>) => ({ ...load, headers: { ...headers, ...PACKED } });
  const exchange = { ...drawn('account'), url: `${url}/` };
  return {
    "framework's empty page": { url: emptyUrl },
    'exchange page, kept': { url: `${url}/` },
    'exchange page, kept and packed': { url: `${url}/`, headers: PACKED },
    'exchange pages of six addresses': { url, paths: ADDRESSES },
    'exchange page, drawn for one': exchange,
    'exchange page, drawn for one and packed': packed(exchange),
    "an order's page, drawn and packed": packed(drawn('order')),
    "the account's first page, drawn and packed": packed(drawn('account')),
    'a route that does nothing': { url: `${url}/health/live` },
  };
}

/** G23: the exchange page, cached and rendered for one visitor, in turn with the framework's empty page; the best round of each counts. */
export async function benchPages(extent: Extent): Promise<void> {
  const { until, rounds } = EXTENT[extent];
  const folder = makeFolder();
  const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  const empty = await startEmptyPage();
  try {
    const loads = await loadsOf(app.url, empty.url);
    const best: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1)
      for (const [name, load] of Object.entries(loads)) {
        const { rps } = await measure({ ...load, until, connections: CONNECTIONS });
        best[name] = Math.max(best[name] ?? 0, rps);
      }
    const base = best["framework's empty page"] ?? Number.NaN;
    for (const [name, rps] of Object.entries(best)) {
      const goal = name.startsWith('exchange page, kept') ? `goal: ${GOAL.toFixed(2)} or more` : '';
      const ratio = rps / base;
      line(name, perSecond(rps), `${ratio.toFixed(2)} of the empty page  ${goal}`.trim(), name.startsWith('framework') ? undefined : ratio);
    }
  } finally {
    empty.stop();
    await app.stop();
    removeFolder(folder);
  }
}
