import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rename, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './process.ts';

const isInstalled = (program: string): boolean => spawnSync(program, ['--version'], { stdio: 'ignore' }).status === 0;

/** Whether Monero's node and wallet are installed (`apt install monero`). Tests that need them say so and are left out where they are not. */
export const hasMonerod: boolean = isInstalled('monerod') && isInstalled('monero-wallet-rpc');

const START_LIMIT_MS = 60_000;

// The shell waits on a pipe of this process: when the process ends in any way, the pipe closes and the program stops
const WATCHDOG =
  '"$0" "$@" </dev/null >/dev/null 2>&1 & P=$!; echo $P; trap "kill $P" INT TERM; cat >/dev/null; kill $P 2>/dev/null; wait $P';

interface Program {
  stop(): Promise<void>;
  /** Ends it without a chance to save anything. */
  kill(): Promise<void>;
}

async function startProgram(name: string, args: readonly string[], isReady: () => Promise<unknown>): Promise<Program> {
  const child: ChildProcess = spawn('sh', ['-c', WATCHDOG, name, ...args], { stdio: ['pipe', 'pipe', 'ignore'] });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const pid = await new Promise<number>((resolve) => child.stdout?.once('data', (line) => resolve(Number(String(line).trim()))));
  for (const end = Date.now() + START_LIMIT_MS; ; await sleep(50)) {
    const isUp = await isReady().then(
      () => true,
      () => false,
    );
    if (isUp) break;
    if (Date.now() > end) throw new Error(`${name} did not start in time`);
  }
  const stop = async () => {
    child.stdin?.end();
    await exited;
  };
  return {
    stop,
    async kill() {
      process.kill(pid, 'SIGKILL');
      await stop();
    },
  };
}

/** An answer of a node or wallet; amounts as JavaScript numbers, for tests only. */
// oxlint-disable-next-line typescript/no-explicit-any -- answers of many shapes, which only tests read
type Answer = any;

export async function callMonero(url: string, method: string, params: unknown = {}): Promise<Answer> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: '0', method, params });
  const response = await fetch(`${url}/json_rpc`, { method: 'POST', body });
  const { result, error } = (await response.json()) as { result: unknown; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result;
}

/** A `monero-wallet-rpc` with one open wallet. */
export interface TestWallet {
  readonly url: string;
  rpc(method: string, params?: unknown): Promise<Answer>;
  /** Its primary address. */
  readonly address: string;
  /** Kills it and starts it anew, on the same port, as it was when it was stored last. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

interface WalletOptions {
  /** File name; one that exists is opened. */
  readonly name?: string;
  readonly watching?: boolean;
  readonly login?: string;
}

/** A local Monero chain (regtest). Blocks are mined only by `mine`. */
export interface TestMonero {
  readonly nodeUrl: string;
  rpc(method: string, params?: unknown): Promise<Answer>;
  /** A call that is no JSON-RPC. */
  post(path: string, body: unknown): Promise<Answer>;
  mine(blocks?: number): Promise<void>;
  height(): Promise<number>;
  /** Removes the newest blocks; their transactions are in the mempool again. */
  pop(blocks: number): Promise<void>;
  /** Forgets the mempool. */
  flush(): Promise<void>;
  /** Starts a wallet of new keys. `watching`: the spend key is thrown away. `login`: name and password for its RPC. */
  wallet(options?: WalletOptions): Promise<TestWallet>;
  /** The customer's wallet, with money. */
  readonly customer: TestWallet;
  /** Sends atomic units from the customer's wallet; not mined yet. Returns the transaction's id. */
  send(address: string, amount: bigint, unlockTime?: number): Promise<string>;
  stop(): Promise<void>;
}

const QUIET = ['--non-interactive', '--log-level', '0', '--max-concurrency', '1', '--rpc-ssl', 'disabled', '--no-dns'];

/** Opens a wallet, which is created if its file does not exist. */
async function openWallet(rpc: TestWallet['rpc'], file: string, watching: boolean): Promise<string> {
  const name = basename(file);
  if (existsSync(file)) {
    await rpc('open_wallet', { filename: name, password: '' });
    return (await rpc('get_address', { account_index: 0 })).address;
  }
  await rpc('create_wallet', { filename: watching ? `${name}-owner` : name, password: '', language: 'English' });
  const { address } = await rpc('get_address', { account_index: 0 });
  if (!watching) return address;
  const { key: viewkey } = await rpc('query_key', { key_type: 'view_key' });
  await rpc('generate_from_keys', { filename: name, password: '', restore_height: 0, address, viewkey });
  return address;
}

async function startWallet(
  folder: string,
  nodeUrl: string,
  { name = crypto.randomUUID(), watching = false, login }: WalletOptions,
): Promise<TestWallet> {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const file = join(folder, name);
  const daemon = ['--daemon-address', new URL(nodeUrl).host, '--trusted-daemon', '--daemon-ssl', 'disabled'];
  const common = [
    ...QUIET,
    ...daemon,
    '--shared-ringdb-dir',
    join(folder, 'ring'),
    '--rpc-bind-port',
    String(port),
    '--log-file',
    `${file}.log`,
  ];
  const open = ['--disable-rpc-login'];
  const rpc = (method: string, params?: unknown) => callMonero(url, method, params);
  let program = await startProgram('monero-wallet-rpc', [...common, ...open, '--wallet-dir', folder], () => rpc('get_version'));
  const address = await openWallet(rpc, file, watching);
  // As an operator starts it; a server with a login answers 401
  const access = login === undefined ? open : ['--rpc-login', login];
  const start = () =>
    startProgram('monero-wallet-rpc', [...common, ...access, '--wallet-file', file, '--password', ''], () => fetch(`${url}/json_rpc`));
  const restart = async () => {
    await program.kill();
    program = await start();
  };
  if (login !== undefined) await restart();
  return { url, rpc, address, restart, stop: () => program.stop() };
}

/** Gets the rewards of blocks; its key was deleted. */
const MINER = '43mEhjzkY2XdC8ohvipHegfhQreW3yMxo9Sbx3Qa4iA5eyqA9H9QvNkPMm5UWhQn6hDFhNmyAB6tPAo2SpJsEzJLKwPVT8x';
const COINBASE_LOCK = 60;
/** Outputs that a ring needs besides. */
const DECOYS = 20;

const CUSTOMER = 'customer';

function startNode(folder: string, ports: { readonly rpc: number; readonly peers: number }): Promise<Program> {
  const own = ['--regtest', '--keep-fakechain', '--offline', '--fixed-difficulty', '1', '--data-dir', join(folder, 'chain')];
  const quiet = [
    '--db-sync-mode',
    'fastest:async:1',
    '--no-zmq',
    '--no-igd',
    '--disable-rpc-ban',
    ...QUIET.filter((flag) => flag !== '--no-dns'),
  ];
  const args = [...own, ...quiet, '--rpc-bind-port', String(ports.rpc), '--p2p-bind-port', String(ports.peers)];
  return startProgram('monerod', args, () => callMonero(`http://127.0.0.1:${ports.rpc}`, 'get_info'));
}

/** The first blocks, and the wallet that has their money, are made once: they take 10 s of processor time. */
const PREPARED = join(import.meta.dirname, '../../node_modules/.cache/monero-regtest');

async function prepareChain(): Promise<void> {
  if (existsSync(PREPARED)) return;
  const folder = await mkdtemp(join(tmpdir(), 'monerod-'));
  const ports = { rpc: await freePort(), peers: await freePort() };
  const node = await startNode(folder, ports);
  const nodeUrl = `http://127.0.0.1:${ports.rpc}`;
  const customer = await startWallet(folder, nodeUrl, { name: CUSTOMER });
  const generate = (blocks: number, address: string) =>
    callMonero(nodeUrl, 'generateblocks', { amount_of_blocks: blocks, wallet_address: address });
  await generate(DECOYS, customer.address);
  await generate(COINBASE_LOCK, MINER);
  await customer.rpc('refresh');
  await customer.rpc('store');
  await customer.stop();
  await node.stop();
  await mkdir(join(PREPARED, '..'), { recursive: true });
  const copy = `${PREPARED}-${crypto.randomUUID()}`;
  copyFolder(folder, copy);
  // Of two that were made at the same time, one is kept
  await rename(copy, PREPARED).catch(() => rm(copy, { recursive: true }));
  await rm(folder, { recursive: true, force: true });
}

/** The node's files are mostly holes. */
function copyFolder(from: string, to: string): void {
  const { status } = spawnSync('cp', ['-r', '--sparse=always', from, to]);
  if (status !== 0) throw new Error('the prepared chain cannot be copied');
}

export async function startMonero(): Promise<TestMonero> {
  await prepareChain();
  const folder = join(await mkdtemp(join(tmpdir(), 'monerod-')), 'world');
  copyFolder(PREPARED, folder);
  const ports = { rpc: await freePort(), peers: await freePort() };
  const node = await startNode(folder, ports);
  const nodeUrl = `http://127.0.0.1:${ports.rpc}`;
  const rpc = (method: string, params?: unknown) => callMonero(nodeUrl, method, params);
  const post = async (path: string, body: unknown) =>
    await (await fetch(`${nodeUrl}/${path}`, { method: 'POST', body: JSON.stringify(body) })).json();
  const wallets: TestWallet[] = [];
  const wallet: TestMonero['wallet'] = async (options = {}) => {
    const started = await startWallet(folder, nodeUrl, options);
    wallets.push(started);
    return started;
  };
  const customer = await wallet({ name: CUSTOMER });
  return {
    nodeUrl,
    rpc,
    post,
    mine: async (blocks = 1) => void (await rpc('generateblocks', { amount_of_blocks: blocks, wallet_address: MINER })),
    height: async () => (await rpc('get_info')).height,
    pop: async (blocks) => void (await post('pop_blocks', { nblocks: blocks })),
    flush: async () => void (await rpc('flush_txpool')),
    wallet,
    customer,
    async send(address, amount, unlockTime = 0) {
      await customer.rpc('refresh');
      const destinations = [{ address, amount: Number(amount) }];
      return (await customer.rpc('transfer', { account_index: 0, destinations, unlock_time: unlockTime })).tx_hash;
    },
    async stop() {
      await Promise.all(wallets.map((one) => one.stop()));
      await node.stop();
      await rm(join(folder, '..'), { recursive: true, force: true });
    },
  };
}
