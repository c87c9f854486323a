import { type ChildProcess, spawn } from 'node:child_process';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { foldersOf } from '#server/platform/db/embedded-cluster.ts';
import { makeTempFolder } from './temp-folder.ts';

const root = path.resolve(import.meta.dirname, '../..');
/** Long because a busy machine may be slow; an app that ends is noticed at once. */
const START_DEADLINE_MS = 150_000;

export interface RunningApp {
  readonly url: string;
  readonly pid: number;
  /** All output so far. */
  output(): string;
  /** SIGTERM, and the exit code. */
  stop(): Promise<number | null>;
  /** `kill -9`. */
  kill(): Promise<void>;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const server = net.createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as net.AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}

/** A folder for one test, removed by `removeFolder`; accessible to other users, as DATA_DIR may be. */
export const makeFolder = (): string => makeTempFolder('app');

/** Removes the data folder of ended processes, and what its database stores elsewhere. */
export function removeFolder(folder: string): void {
  for (const made of [...foldersOf(folder), folder]) fs.rmSync(made, { recursive: true, force: true });
}

/** What `npm start` adds to the environment. */
const serverEnv = JSON.parse(fs.readFileSync(path.join(root, 'scripts/server-env.json'), 'utf8')) as Readonly<Record<string, string>>;

export interface SpawnOptions {
  /** Runs as this user; needs root. */
  readonly uid?: number;
  readonly gid?: number;
}

/** The compile cache shared by programs of tests: it saves about a second each, and tests start the product over a hundred times. */
export const NODE_COMPILE_CACHE = path.join(os.tmpdir(), `razmen-compiled-${os.userInfo().uid}`);

/** Starts `server/main.ts` as a process with only PATH from our environment; does not wait. */
export function spawnApp(
  env: Readonly<Record<string, string>>,
  options: SpawnOptions = {},
): { readonly child: ChildProcess; readonly output: () => string } {
  const child = spawn(process.execPath, ['server/main.ts'], {
    cwd: root,
    env: { PATH: process.env['PATH'], TMPDIR: os.tmpdir(), NODE_COMPILE_CACHE, ...serverEnv, ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
    ...options,
  });
  let text = '';
  const add = (chunk: Buffer): void => {
    text += chunk.toString();
  };
  child.stdout?.on('data', add);
  child.stderr?.on('data', add);
  return { child, output: () => text };
}

export const exitOf = (child: ChildProcess): Promise<number | null> =>
  child.exitCode !== null || child.signalCode !== null
    ? Promise.resolve(child.exitCode)
    : new Promise((resolve) => child.once('exit', (code) => resolve(code)));

/** Starts the app on a free port and waits until it is ready. `env` needs `DATA_DIR`. */
export async function startApp(env: Readonly<Record<string, string>>, options: SpawnOptions = {}): Promise<RunningApp> {
  const port = Number(env['PORT'] ?? (await freePort()));
  const url = `http://127.0.0.1:${port}`;
  const { child, output } = spawnApp({ PUBLIC_URL: url, HOST: '127.0.0.1', ...env, PORT: String(port) }, options);
  for (const until = Date.now() + START_DEADLINE_MS; ; await sleep(50)) {
    if (child.exitCode !== null || child.signalCode !== null) throw new Error(`The app ended while starting:\n${output()}`);
    const isReady = await fetch(`${url}/health/ready`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) break;
    if (Date.now() > until) {
      child.kill('SIGKILL');
      throw new Error(`The app is not ready in time:\n${output()}`);
    }
  }
  return {
    url,
    pid: child.pid ?? 0,
    output,
    async stop() {
      child.kill('SIGTERM');
      return exitOf(child);
    },
    async kill() {
      child.kill('SIGKILL');
      await exitOf(child);
    },
  };
}

/** Arguments and parent of a process; undefined when it has ended. */
function processOf(pid: string): { readonly args: readonly string[]; readonly parent: string } | undefined {
  try {
    const args = fs.readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
    // The name may contain anything, but ends with the last bracket
    const [, parent = ''] = (fs.readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1) ?? '').split(' ');
    return { args, parent };
  } catch {
    return undefined;
  }
}

/** The process that supervises an embedded server (`server/platform/db/embedded-supervisor.ts`). */
export const supervisorOf = (server: number): number => Number(processOf(String(server))?.parent);

/** Process ids of PostgreSQL servers on a data folder. A new child looks like its server until it sets its title. */
export function postgresOf(dataDir: string): number[] {
  const parents = new Map<string, string>();
  for (const pid of fs.readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    const found = processOf(pid);
    const isServer = found?.args[0]?.endsWith('/postgres') === true && found.args.some((arg) => arg.startsWith(dataDir));
    if (isServer) parents.set(pid, found.parent);
  }
  return [...parents].filter(([, parent]) => !parents.has(parent)).map(([pid]) => Number(pid));
}

/** Pid of the server that accepts connections on a data folder, as its lock file says; undefined while it starts, stops or is dead. */
export function readyServerOf(dataDir: string): number | undefined {
  const [data = ''] = foldersOf(dataDir);
  const lock = path.join(data, 'postmaster.pid');
  const [pid, , , , , , , status] = postgresOf(dataDir).length > 0 && fs.existsSync(lock) ? fs.readFileSync(lock, 'utf8').split('\n') : [];
  return status?.trim() === 'ready' && postgresOf(dataDir).includes(Number(pid)) ? Number(pid) : undefined;
}
