import { execFile } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

/** The smallest duration that the load program reports; a short run may take less. */
const SHORTEST_S = 0.01;
/** How often the load program looks whether a load of some requests is over; a second by default. */
const SAMPLE_MS = 50;

// Load from a separate process, so that the server's thread only serves.
const LOAD = `
const { once, ...options } = JSON.parse(require('node:fs').readFileSync(process.argv[1], 'utf8'));
let next = 0;
if (once) options.requests = [{ setupRequest: (request) => ({ ...request, body: once[next++] }) }];
require('autocannon')(options).then((result) =>
  console.log(JSON.stringify({ rps: result['2xx'] / Math.max(result.duration, ${SHORTEST_S}), p99: result.latency.p99, failed: result.non2xx + result.errors })));
`;

export interface Load {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Several bodies, sent in turn. */
  readonly bodies?: readonly string[];
  /** Bodies that are each sent once; enough of them for the whole duration. */
  readonly once?: readonly string[];
  /** Several paths below `url`, requested in turn. */
  readonly paths?: readonly string[];
  readonly connections: number;
  readonly until: Until;
}

/** A load ends after this time or, in a short run, after this many requests: enough to show that it works. */
export type Until = { readonly seconds: number } | { readonly requests: number };

export interface Measured {
  readonly rps: number;
  readonly p99: number;
}

/** Requests per second and the 99th percentile in milliseconds; throws when a response was no success. */
export async function measure({ until, bodies, paths, ...load }: Load): Promise<Measured> {
  const turns = bodies?.map((body) => ({ body })) ?? paths?.map((path) => ({ path }));
  const requests = turns === undefined ? {} : { requests: turns };
  const options = JSON.stringify({
    ...load,
    ...requests,
    ...('seconds' in until ? { duration: until.seconds } : { amount: until.requests, sampleInt: SAMPLE_MS }),
  });
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'load-'));
  const file = path.join(folder, 'options.json');
  fs.writeFileSync(file, options);
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', LOAD, file], { cwd: import.meta.dirname }).finally(() =>
    fs.rmSync(folder, { recursive: true }),
  );
  const { failed, ...measured } = JSON.parse(stdout) as Measured & { readonly failed: number };
  if (failed > 0) throw new Error(`${failed} answers of ${load.url} failed`);
  return measured;
}
