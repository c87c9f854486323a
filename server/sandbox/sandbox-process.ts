import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/platform/log.ts';
import { type OpenSandbox, type Sandbox, SandboxUnavailable } from './port.ts';
import { createSandboxDatabase, type SandboxDatabase } from './database.ts';
import { readFrom } from './relay.ts';
import { type BeginMessage, FromSandbox, type SandboxEvent, MAX_SILENCE_MS, type ToSandbox } from './messages.ts';

export interface SandboxProcessOptions {
  readonly log: Log;
  readonly place: SandboxDatabase;
  /** Takes over events of test orders for the partners' webhooks; resolves once they are stored. */
  readonly storeEvents: (events: readonly SandboxEvent[]) => Promise<void>;
  readonly settings: Pick<BeginMessage, 'dataDir' | 'publicUrl' | 'logLevel'>;
}

const ENTRY = path.join(path.dirname(import.meta.dirname), 'main-sandbox.ts');
/** A memory leak ends the sandbox, not the machine. */
const MAX_MEMORY_MB = 256;
/** How long a call waits for a starting sandbox; the first start creates every table. */
const START_WAIT_MS = 8_000;
const STOP_MS = 6_000;
const RESTART_PAUSES_MS = [500, 2_000, 5_000, 15_000, 30_000];
/** A process that ran this long started without problems. */
const STABLE_MS = 60_000;

interface SandboxProcess {
  readonly child: ChildProcess;
  readonly opened: Promise<OpenSandbox>;
  readonly ended: Promise<void>;
}

/** Environment of the sandbox process, without secrets. It gets its settings over the IPC channel. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'TMPDIR', 'TZ', 'LANG'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

function startProcess({ log, place, storeEvents, settings }: SandboxProcessOptions): SandboxProcess {
  const token = randomBytes(32).toString('base64url');
  const child = spawn(process.execPath, [`--max-old-space-size=${MAX_MEMORY_MB}`, ENTRY], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: environment(),
  });
  const send = (message: ToSandbox): void => void (child.connected && child.send(message, () => undefined));
  let lastMessageAt = Date.now();
  const watch = setInterval(() => {
    if (Date.now() - lastMessageAt > MAX_SILENCE_MS) child.kill('SIGKILL');
  }, MAX_SILENCE_MS / 10).unref();
  const ended = new Promise<void>((resolve) => {
    const onEnd = () => {
      clearInterval(watch);
      resolve();
    };
    child.once('exit', onEnd).once('error', onEnd);
  });
  const opened = new Promise<OpenSandbox>((resolve, reject) => {
    void ended.then(() => reject(new SandboxUnavailable('The sandbox ended')));
    child.on('message', (message) => {
      lastMessageAt = Date.now();
      const parsed = FromSandbox.safeParse(message);
      if (!parsed.success) return log.warn({ error: parsed.error }, 'sandbox_not_understood');
      const content = parsed.data;
      if (content.type === 'ready') resolve({ port: content.port, token });
      if (content.type !== 'events') return;
      const acknowledge = (isStored: boolean) => send({ type: 'batch_result', batchId: content.batchId, isStored });
      storeEvents(content.events).then(
        () => acknowledge(true),
        (error: unknown) => {
          log.warn({ error }, 'sandbox_events_not_taken');
          acknowledge(false);
        },
      );
    });
  });
  // Callers await `opened`; there may be none
  opened.catch(() => undefined);
  send({ type: 'begin', token, databaseUrl: place.url, ...settings });
  return { child, opened, ended };
}

/**
 * The sandbox as a process on its own database, sharing no memory, rows or secrets with the main process. Starts with the first sandbox key, and
 * again whenever it ends.
 */
export function createSandboxProcess(options: SandboxProcessOptions): Sandbox {
  const { log } = options;
  let current: Promise<SandboxProcess> | undefined;
  let failures = 0;
  let restartTimer: NodeJS.Timeout | undefined;
  let isStopping = false;

  async function start(): Promise<SandboxProcess> {
    await createSandboxDatabase(options.place);
    return startProcess(options);
  }

  function scheduleRestart(startedAt: number): void {
    current = undefined;
    if (isStopping) return;
    if (Date.now() - startedAt > STABLE_MS) failures = 0;
    const waitMs = RESTART_PAUSES_MS[Math.min(failures, RESTART_PAUSES_MS.length - 1)] ?? 0;
    log.warn({ failures, waitMs }, 'sandbox_ended');
    failures += 1;
    restartTimer = setTimeout(() => {
      restartTimer = undefined;
      wake();
    }, waitMs).unref();
  }

  function wake(): void {
    if (isStopping || current !== undefined || restartTimer !== undefined) return;
    const startedAt = Date.now();
    current = start();
    current
      .then(({ ended }) => ended)
      .catch((error: unknown) => log.warn({ error }, 'sandbox_not_begun'))
      .finally(() => scheduleRestart(startedAt));
  }

  async function stop(): Promise<void> {
    isStopping = true;
    clearTimeout(restartTimer);
    const last = await current?.catch(() => undefined);
    if (last === undefined) return;
    last.child.kill('SIGTERM');
    await Promise.race([last.ended, sleep(STOP_MS, undefined, { ref: false })]);
    last.child.kill('SIGKILL');
  }

  async function open(): Promise<OpenSandbox> {
    wake();
    if (current === undefined) throw new SandboxUnavailable('The sandbox is down');
    const timeout = sleep(START_WAIT_MS, undefined, { ref: false }).then(() => undefined);
    const opened = await Promise.race([current.then((process) => process.opened), timeout]);
    if (opened === undefined) throw new SandboxUnavailable('The sandbox is still beginning');
    return opened;
  }

  return { place: 'beside', wake, open, read: async (target) => await readFrom(await open(), target), stop };
}
