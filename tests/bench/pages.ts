import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { makeFolder, removeFolder, startApp } from '#tests/make/process.ts';
import type { Extent } from './extent.ts';
import { type Load, measure } from './load.ts';
import { line, perSecond } from './line.ts';

const EXTENT = { full: { seconds: 3, rounds: 3 }, short: { seconds: 1, rounds: 1 } } as const;
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

/** G23: the exchange page, cached and rendered for one visitor, in turn with the framework's empty page; the best round of each counts. */
export async function benchPages(extent: Extent): Promise<void> {
  const { seconds, rounds } = EXTENT[extent];
  const folder = makeFolder();
  const app = await startApp({ DATA_DIR: folder, RATE_LIMITS: 'off', LOG_LEVEL: 'error' });
  const empty = await startEmptyPage();
  try {
    const own = { cookie: 'orders=none' };
    const loads: Readonly<Record<string, Omit<Load, 'seconds' | 'connections'>>> = {
      "framework's empty page": { url: empty.url },
      'exchange page, kept': { url: `${app.url}/` },
      'exchange page, kept and packed': { url: `${app.url}/`, headers: { 'accept-encoding': 'gzip, br' } },
      'exchange pages of six addresses': { url: app.url, paths: ADDRESSES },
      'exchange page, drawn for one': { url: `${app.url}/`, headers: own },
      'exchange page, drawn for one and packed': { url: `${app.url}/`, headers: { ...own, 'accept-encoding': 'gzip, br' } },
      'a route that does nothing': { url: `${app.url}/health/live` },
    };
    const best: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1)
      for (const [name, load] of Object.entries(loads)) {
        const { rps } = await measure({ ...load, seconds, connections: CONNECTIONS });
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
