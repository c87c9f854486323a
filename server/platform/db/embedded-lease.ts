import { execFileSync, spawn } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { RunAs } from './embedded-binaries.ts';

/** A share in the running server, which stops when the last lease ends, however its process ended. */
export interface Lease {
  release(): void;
  /** False after the supervisor, and with it the server, has ended: waiting for the server is useless then. */
  isHeld(): boolean;
}

/**
 * The supervisor is a shell script that lives as long as any process holds the write end of a FIFO. The kernel counts the holders, so `kill
 * -9` of the last one ends it as well.
 * A process joins by writing a token and waiting for `ack.TOKEN`; a supervisor that is ending does not answer.
 * The FIFO's reader ends with the server, and checks the server at every line in case the shell was killed first. A zombie counts as dead.
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

/** Long because a busy machine may be slow; a supervisor that has ended is noticed at once. */
const JOIN_DEADLINE_MS = 30_000;

function leaseOn(fd: number): Lease {
  return {
    release: () => fs.closeSync(fd),
    isHeld() {
      try {
        // An empty line has no effect; the write fails when no process reads the FIFO
        fs.writeSync(fd, '\n');
        return true;
      } catch {
        return false;
      }
    },
  };
}

const fifoIn = (sock: string) => path.join(sock, 'lease');

/** Runs `work` while no other process with this key does. The lock is an abstract socket name, freed by the kernel when its holder dies. */
export async function exclusively<T>(key: string, deadlineMs: number, work: () => Promise<T>): Promise<T> {
  const until = Date.now() + deadlineMs;
  // Socket names are short; folder names may be long
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

/** Joins the supervisor of a running server; undefined when there is none or it is ending. */
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
      // An empty line has no effect; the write fails when no process reads the FIFO
      fs.writeSync(fd, '\n');
    }
  } catch {
    // EPIPE: the supervisor ended meanwhile
  }
  fs.closeSync(fd);
  return undefined;
}

/** Starts the server under a new supervisor and holds the first lease. `exited`: whether it has already ended. */
export function startSupervised(input: {
  readonly sock: string;
  readonly command: readonly string[];
  readonly logFile: string;
  readonly cwd: string;
  readonly runAs: RunAs;
}): { readonly lease: Lease; readonly exited: () => boolean } {
  const fifo = fifoIn(input.sock);
  if (!fs.existsSync(fifo)) execFileSync('mkfifo', ['-m', '600', fifo], input.runAs);
  // Opened for both first, so that neither one-way open blocks
  const bothEnds = fs.openSync(fifo, fs.constants.O_RDWR);
  const write = fs.openSync(fifo, fs.constants.O_WRONLY);
  const read = fs.openSync(fifo, fs.constants.O_RDONLY);
  fs.closeSync(bothEnds);
  const log = fs.openSync(input.logFile, 'a', 0o600);
  const supervisor = spawn('sh', ['-c', SUPERVISOR, 'sh', input.sock, ...input.command], {
    ...input.runAs,
    cwd: input.cwd,
    // Its own process group: Ctrl-C in a terminal reaches only the app, which stops in order
    detached: true,
    stdio: ['ignore', log, log, read],
    env: { PATH: process.env['PATH'] ?? '/usr/local/bin:/usr/bin:/bin', TZ: 'UTC', LC_ALL: 'C' },
  });
  supervisor.unref();
  fs.closeSync(read);
  fs.closeSync(log);
  return { lease: leaseOn(write), exited: () => supervisor.exitCode !== null || supervisor.signalCode !== null };
}
