import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunAs } from './embedded-binaries.ts';

/** A share in the running server. It stops when the last one is gone, however its process ended. */
export interface Lease {
  release(): void;
  /** False once the supervisor, and with it the server, has gone: whoever waits for the server must start anew. */
  isHeld(): boolean;
}

/**
 * The supervisor is a few lines of shell that live as long as anyone holds the other end of a FIFO open for writing.
 * The kernel counts the holders, so a `kill -9` of the last one closes it as surely as a clean exit.
 * Newcomers write a token and wait for the file that answers it: a supervisor that is already leaving answers nobody.
 * A server that dies by itself takes the reader of the FIFO with it, so that nobody joins the dead. The reader looks itself too, at
 * every line: where the shell was killed first, nobody waits for the server any more. A zombie whose parent never asks for it is dead.
 */
const SUPERVISOR = `
sock="$1"; shift
"$@" 3<&- </dev/null &
server=$!
lives() { read -r _ _ state _ 2>/dev/null <"/proc/$server/stat" && [ "$state" != Z ]; }
(while IFS= read -r token <&3; do lives || exit; [ -z "$token" ] || : >"$sock/ack.$token"; done; kill -INT $server 2>/dev/null) &
reader=$!
exec 3<&-
wait $server
kill $reader 2>/dev/null
`;

/** A busy machine may be slow; a supervisor that has left is noticed at once. */
const JOIN_DEADLINE_MS = 30_000;

function leaseOn(fd: number): Lease {
  return {
    release: () => fs.closeSync(fd),
    isHeld() {
      try {
        // An empty line asks nothing; it fails when nobody is left to read it.
        fs.writeSync(fd, '\n');
        return true;
      } catch {
        return false;
      }
    },
  };
}

const fifoIn = (sock: string) => path.join(sock, 'lease');

/** Runs `work` while no other process with the same key does. The lock is a socket name, which the kernel frees when its holder dies. */
export async function exclusively<T>(key: string, deadlineMs: number, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + deadlineMs;
  // Names of sockets are short, folders need not be
  const name = createHash('sha256').update(key).digest('hex').slice(0, 32);
  for (;;) {
    const lock = await new Promise<net.Server | undefined>((resolve, reject) => {
      const server = net.createServer();
      server.once('error', (error: NodeJS.ErrnoException) => (error.code === 'EADDRINUSE' ? resolve(undefined) : reject(error)));
      server.listen(`\0razmen-${name}`, () => resolve(server));
    });
    if (lock) {
      try {
        return await work();
      } finally {
        lock.close();
      }
    }
    if (Date.now() > until) throw new Error('Another process has been starting the embedded database for too long.');
    await sleep(20);
  }
}

/** Joins the supervisor of a running server; undefined when there is none or it is leaving. */
export async function joinLease(sock: string): Promise<Lease | undefined> {
  let fd: number;
  try {
    fd = fs.openSync(fifoIn(sock), fs.constants.O_WRONLY | fs.constants.O_NONBLOCK);
  } catch {
    return undefined;
  }
  const token = randomBytes(8).toString('hex');
  const ack = path.join(sock, `ack.${token}`);
  try {
    fs.writeSync(fd, `${token}\n`);
    for (const until = Date.now() + JOIN_DEADLINE_MS; Date.now() < until; await sleep(5)) {
      if (fs.existsSync(ack)) {
        fs.rmSync(ack, { force: true });
        return leaseOn(fd);
      }
      // An empty line asks nothing; it fails as soon as nobody is left to read it.
      fs.writeSync(fd, '\n');
    }
  } catch {
    // EPIPE: the supervisor left in between.
  }
  fs.closeSync(fd);
  return undefined;
}

/** Starts the server under a new supervisor and holds the first lease. `exited` tells whether it has ended already. */
export function startSupervised(input: {
  readonly sock: string;
  readonly command: readonly string[];
  readonly logFile: string;
  readonly cwd: string;
  readonly runAs: RunAs;
}): { readonly lease: Lease; readonly exited: () => boolean } {
  const fifo = fifoIn(input.sock);
  if (!fs.existsSync(fifo)) execFileSync('mkfifo', ['-m', '600', fifo], input.runAs);
  // Opened for both first, so that neither of the two one-way opens has to wait for the other.
  const both = fs.openSync(fifo, fs.constants.O_RDWR);
  const write = fs.openSync(fifo, fs.constants.O_WRONLY);
  const read = fs.openSync(fifo, fs.constants.O_RDONLY);
  fs.closeSync(both);
  const log = fs.openSync(input.logFile, 'a', 0o600);
  const supervisor = spawn('sh', ['-c', SUPERVISOR, 'sh', input.sock, ...input.command], {
    ...input.runAs,
    cwd: input.cwd,
    // Its own process group: Ctrl-C in a terminal reaches the app, which stops at its own pace.
    detached: true,
    stdio: ['ignore', log, log, read],
    env: { PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' },
  });
  supervisor.unref();
  fs.closeSync(read);
  fs.closeSync(log);
  return { lease: leaseOn(write), exited: () => supervisor.exitCode !== null || supervisor.signalCode !== null };
}
