import { readFileSync } from 'node:fs';
import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import { makeFolder, removeFolder, startApp } from '#tests/make/process.ts';
import type { Extent } from './extent.ts';
import type { Flood } from './greedy-flood.ts';
import { line } from './line.ts';

const EXTENT = { full: { connections: 150, restMs: 3_000, warmCalls: 150 }, short: { connections: 2, restMs: 100, warmCalls: 3 } } as const;
const PIPELINED = 20;
/** The most expensive calls: a response of two megabytes, and a page rendered for each address. */
const DEAREST = ['/api/openapi.json', '/exchange/btc-sberrub?amount=0.01', '/api/v1/payment_systems'];

const TICK_MS = 10;
/** CPU milliseconds used by a process. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS;
}
const rssOf = (pid: number): number => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;

/** Latency of another client, from another loopback address. */
function callOf(port: number): Promise<number> {
  const startedAtMs = performance.now();
  return new Promise((resolve, reject) => {
    const call = http.get(
      { port, host: '127.0.0.1', localAddress: '127.0.0.2', path: '/api/v1/sessions/current', agent: false },
      (reply) => {
        reply
          .resume()
          .once('end', () =>
            reply.statusCode === 200 ? resolve(performance.now() - startedAtMs) : reject(new Error(`${reply.statusCode}`)),
          );
      },
    );
    call.once('error', reject);
  });
}

async function callsWhile(port: number, work: Promise<unknown>): Promise<{ readonly p99: number; readonly most: number }> {
  const times: number[] = [];
  let isOver = false;
  const over = () => (isOver = true);
  work.then(over, over);
  while (!isOver) {
    // oxlint-disable-next-line no-await-in-loop -- one call after another
    times.push(await callOf(port));
    // oxlint-disable-next-line no-await-in-loop -- with pauses, as a page would
    await sleep(20);
  }
  const sorted = times.toSorted((a, b) => a - b);
  return { p99: sorted[Math.floor(sorted.length * 0.99)] ?? 0, most: sorted.at(-1) ?? 0 };
}

/** A separate thread: its work does not delay the other client. */
function flood(work: Flood): Promise<void> {
  const worker = new Worker(new URL('greedy-flood.ts', import.meta.url), { workerData: work });
  return new Promise((resolve, reject) => worker.once('exit', () => resolve()).once('error', reject));
}

/**
 * One client with 150 connections sends the most expensive requests or reads no responses, while another client calls (R74). Limits are on,
 * as in production.
 */
export async function benchGreedyClients(extent: Extent): Promise<void> {
  const { connections, restMs, warmCalls } = EXTENT[extent];
  const folder = makeFolder();
  const app = await startApp({ DATA_DIR: folder, MODE: 'demo', NODE_ENV: 'production', LOG_LEVEL: 'error', RATE_LIMITS: 'on' });
  const port = Number(new URL(app.url).port);
  try {
    // Growth of a fresh process does not count
    for (let count = 0; count < warmCalls; count += 1)
      await (await fetch(app.url + (DEAREST[count % 3 === 0 ? 1 : 2] ?? '/'))).arrayBuffer();
    await sleep(restMs);
    for (const path of DEAREST) {
      const [before, cpu] = [rssOf(app.pid), cpuOf(app.pid)];
      const { p99, most } = await callsWhile(port, flood({ port, path, connections, pipelined: PIPELINED, reads: true }));
      line(`beside ${connections} x ${PIPELINED} pipelined ${path}`, `p99 ${Math.round(p99)} ms`, `goal: 300 ms; most ${Math.round(most)}`);
      line(`processor for ${path}`, `${Math.round(cpuOf(app.pid) - cpu)} ms`);
      line(`memory after ${path}`, `+${Math.round(rssOf(app.pid) - before)} MB`, 'goal: 50 MB at most');
      await sleep(restMs);
    }
    if (extent === 'short') return;
    const before = rssOf(app.pid);
    const stuck = flood({ port, path: '/api/openapi.json', connections, pipelined: PIPELINED, reads: false });
    const beside = callsWhile(port, stuck);
    await sleep(6_000);
    line(`memory with ${connections} readers that never read`, `+${Math.round(rssOf(app.pid) - before)} MB`, 'goal: 50 MB at most');
    const { p99 } = await beside;
    line(`beside ${connections} readers that never read`, `p99 ${Math.round(p99)} ms`, 'goal: 300 ms');
  } finally {
    await app.stop();
    removeFolder(folder);
  }
}
