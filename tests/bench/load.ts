import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

// The load comes from a process of its own, so that the server's thread serves and nothing else.
const LOAD = `
require('autocannon')(JSON.parse(process.argv[1])).then((result) =>
  console.log(JSON.stringify({ rps: result['2xx'] / result.duration, p99: result.latency.p99, failed: result.non2xx + result.errors })));
`;

export interface Load {
  readonly url: string;
  readonly method?: 'GET' | 'POST';
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  /** Several bodies, sent in turns. */
  readonly bodies?: readonly string[];
  /** Several addresses below `url`, asked for in turns. */
  readonly paths?: readonly string[];
  readonly seconds: number;
  readonly connections: number;
}

export interface Measured {
  readonly rps: number;
  readonly p99: number;
}

/** Requests per second and the 99th percentile in milliseconds; throws when any answer was not a success. */
export async function measure({ seconds, bodies, paths, ...load }: Load): Promise<Measured> {
  const turns = bodies?.map((body) => ({ body })) ?? paths?.map((path) => ({ path }));
  const requests = turns === undefined ? {} : { requests: turns };
  const options = JSON.stringify({ ...load, ...requests, duration: seconds });
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', LOAD, options], { cwd: import.meta.dirname });
  const { failed, ...measured } = JSON.parse(stdout) as Measured & { readonly failed: number };
  if (failed > 0) throw new Error(`${failed} answers of ${load.url} failed`);
  return measured;
}
