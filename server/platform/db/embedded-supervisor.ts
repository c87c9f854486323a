// Owns one data folder's PostgreSQL server. An abstract socket is the lock, freed by the kernel. App processes hold connections to the
// lease socket; the server stops with the last.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import fs from 'node:fs';
import net from 'node:net';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { leaseSocketOf, lockSocketOf, makeOwnedFolder, removeStaleLock, serverPidOf, type SupervisorInput } from './embedded-cluster.ts';

const { cluster, native, settings } = JSON.parse(process.argv[2] ?? '') as SupervisorInput;
/** How long an ended server is started again: children of a killed one may still hold its memory. */
const RETRY_FOR_MS = 5000;
const RETRY_MS = 100;
const POLL_MS = 25;
const EXIT_DEADLINE_MS = 60_000;
const FIRST_LEASE_DEADLINE_MS = 30_000;

const leases = new Set<net.Socket>();
let server: ChildProcess | undefined;
let isEnding = false;

/** The last lease stays open until the server has ended, so that its holder can wait for that. */
function release(lease: net.Socket): void {
  if (leases.size === 1 && leases.has(lease)) {
    isEnding = true;
    server?.kill('SIGINT');
  } else {
    leases.delete(lease);
    lease.end();
  }
}

async function initialise(): Promise<void> {
  const { data, sock, owner, passwordFile } = cluster;
  const password = randomBytes(24).toString('base64url');
  // initdb runs as the server's user, who may not read DATA_DIR, so it gets a temporary copy
  const passwordCopy = path.join(sock, `password.${process.pid}`);
  const newData = `${data}.new`;
  fs.rmSync(newData, { recursive: true, force: true });
  makeOwnedFolder(newData, owner);
  fs.writeFileSync(passwordCopy, password, { mode: 0o600 });
  if (owner.uid !== undefined && owner.gid !== undefined) fs.chownSync(passwordCopy, owner.uid, owner.gid);
  try {
    const options = ['-U', 'app', '-A', 'scram-sha-256', `--pwfile=${passwordCopy}`, '-E', 'UTF8', '--locale=C'];
    await promisify(execFile)(
      path.join(native, 'bin/initdb'),
      // The C locale cannot lower-case Cyrillic; the builtin provider can, without a system locale
      ['-D', newData, ...options, '--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions'],
      { ...owner, cwd: sock },
    );
    fs.writeFileSync(passwordFile, password, { mode: 0o600 });
    // Renamed last: an interrupted first start leaves nothing that looks like a cluster
    fs.rmSync(data, { recursive: true, force: true });
    fs.renameSync(newData, data);
  } finally {
    fs.rmSync(passwordCopy, { force: true });
  }
}

/** Stops a server whose supervisor was killed. Signals only the server of this data folder. */
async function stopOrphan(): Promise<void> {
  const orphan = serverPidOf(cluster.data);
  if (orphan === undefined) return;
  process.kill(orphan, 'SIGINT');
  for (const until = Date.now() + EXIT_DEADLINE_MS; serverPidOf(cluster.data) !== undefined; await sleep(POLL_MS))
    if (Date.now() > until) throw new Error('The embedded database of this data folder does not stop.');
}

/** Resolves when the server has ended. */
async function serve(): Promise<void> {
  const base = ['max_connections=120', 'timezone=UTC', 'log_timezone=UTC', 'log_min_error_statement=panic', 'unix_socket_permissions=0700'];
  const options = [...base, ...settings].flatMap((setting) => ['-c', setting]);
  server = spawn(path.join(native, 'bin/postgres'), ['-D', cluster.data, '-k', cluster.sock, '-h', '', '-p', '5432', ...options], {
    ...cluster.owner,
    cwd: cluster.sock,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (isEnding) server.kill('SIGINT');
  await once(server, 'exit');
}

/** The exit code is 0 when the server stopped in order. */
async function run(): Promise<never> {
  makeOwnedFolder(cluster.data, cluster.owner);
  await stopOrphan();
  if (!fs.existsSync(path.join(cluster.data, 'PG_VERSION'))) await initialise();
  removeStaleLock(cluster.data);
  for (const until = Date.now() + RETRY_FOR_MS; ; await sleep(RETRY_MS)) {
    await serve();
    if (isEnding || Date.now() > until) process.exit(isEnding ? 0 : 1);
  }
}

/** Whether a supervisor in another network namespace, where the lock is another one, serves this data folder. */
const isServedElsewhere = (): Promise<boolean> =>
  new Promise((resolve) => {
    const probe = net.connect(leaseSocketOf(cluster));
    probe.once('connect', () => resolve(true)).once('error', () => resolve(false));
  });

const leaseServer = net.createServer({ allowHalfOpen: true }, (lease) => {
  leases.add(lease);
  lease
    .on('error', () => undefined)
    .on('end', () => release(lease))
    .on('close', () => release(lease))
    .resume();
});
leaseServer.once('connection', () => void run());

async function acceptLeases(): Promise<void> {
  if (await isServedElsewhere()) process.exit(0);
  // Left by a killed supervisor
  fs.rmSync(leaseSocketOf(cluster), { force: true });
  leaseServer.listen(leaseSocketOf(cluster));
}

const lock = net.createServer((connection) => connection.destroy());
// EADDRINUSE: another supervisor was faster
lock.on('error', (error) => process.exit((error as { code?: string }).code === 'EADDRINUSE' ? 0 : 1));
lock.listen(lockSocketOf(cluster), () => void acceptLeases());
setTimeout(() => leases.size === 0 && process.exit(0), FIRST_LEASE_DEADLINE_MS);
// It ends with its leases: a service manager signals all processes at once, and the apps stop in order
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
