import { spawn, spawnSync } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './process.ts';

/** Whether Litecoin's node is installed (`apt install litecoind`). Tests that need it say so and are left out where it is not. */
export const hasLitecoind: boolean = spawnSync('litecoind', ['--version'], { stdio: 'ignore' }).status === 0;

/** A local Litecoin chain (regtest) with a wallet that has coins. Blocks are mined only by `mine`. */
export interface TestLitecoin {
  readonly rpcUrl: string;
  /** Any call of the node; amounts as JavaScript numbers, for tests only. */
  rpc(method: string, params?: readonly unknown[]): Promise<unknown>;
  mine(blocks?: number): Promise<void>;
  height(): Promise<number>;
  /** Sends litoshi from the wallet; not mined yet. Returns the txid. */
  send(address: string, amount: bigint): Promise<string>;
  /** What the chain holds on an address, in litoshi. */
  balance(address: string): Promise<bigint>;
  stop(): Promise<void>;
}

const START_LIMIT_MS = 30_000;
const UNITS = 100_000_000;
const USER = 'test';
const PASSWORD = 'p@ss word';

// The shell waits on a pipe of this process: when the process ends in any way, the pipe closes and the node stops.
const WATCHDOG = '"$0" "$@" </dev/null & P=$!; trap "kill $P" INT TERM; cat >/dev/null; kill $P; wait $P';

async function callNode(url: string, method: string, params: readonly unknown[]): Promise<unknown> {
  const authorization = `Basic ${Buffer.from(`${USER}:${PASSWORD}`).toString('base64')}`;
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization },
    body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result: unknown; error: { message: string } | null };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

async function untilStarted(url: string): Promise<void> {
  for (const end = Date.now() + START_LIMIT_MS; ; ) {
    try {
      await callNode(url, 'getblockchaininfo', []);
      return;
    } catch (error) {
      if (Date.now() > end) throw new Error('litecoind did not start in time', { cause: error });
      await sleep(100);
    }
  }
}

export const coins = (amount: bigint): number => Number(amount) / UNITS;

export async function startLitecoin(): Promise<TestLitecoin> {
  const folder = await mkdtemp(join(tmpdir(), 'litecoind-'));
  const port = await freePort();
  const settings = [`-datadir=${folder}`, `-rpcuser=${USER}`, `-rpcpassword=${PASSWORD}`, `-rpcport=${port}`, '-rpcbind=127.0.0.1'];
  const quiet = [
    '-regtest',
    '-server',
    '-listen=0',
    '-printtoconsole=0',
    '-rpcallowip=127.0.0.1',
    '-fallbackfee=0.0002',
    '-dbcache=8',
    '-mempoolreplacement=1',
  ];
  const child = spawn('sh', ['-c', WATCHDOG, 'litecoind', ...quiet, ...settings], { stdio: ['pipe', 'ignore', 'ignore'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const url = `http://127.0.0.1:${port}/`;
  const rpc = (method: string, params: readonly unknown[] = []) => callNode(url, method, params);
  await untilStarted(url);
  await rpc('createwallet', ['test']);
  const miner = await rpc('getnewaddress');
  const mine = async (blocks = 1) => void (await rpc('generatetoaddress', [blocks, miner]));
  await mine(101);
  return {
    rpcUrl: `http://${USER}:${encodeURIComponent(PASSWORD)}@127.0.0.1:${port}/`,
    rpc,
    mine,
    height: async () => Number(await rpc('getblockcount')),
    send: async (address, amount) => String(await rpc('sendtoaddress', [address, coins(amount), '', '', false, true])),
    async balance(address) {
      const found = (await rpc('scantxoutset', ['start', [`addr(${address})`]])) as { total_amount: number };
      return BigInt(Math.round(found.total_amount * UNITS));
    },
    async stop() {
      child.stdin.end();
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}
