import { type ChildProcess, spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/platform/log.ts';
import { SandboxAway } from './away.ts';
import { makePlace, type SandboxPlace } from './place.ts';
import type { OpenSandbox, Sandbox } from './port.ts';
import { readFrom } from './relay.ts';
import { type Begin, FromSandbox, type HandedEvent, SILENT_MS, type ToSandbox } from './talk.ts';

export interface BesideOptions {
  readonly log: Log;
  readonly place: SandboxPlace;
  /** Takes what partners are to be told of their test orders; gives once it is kept. */
  readonly take: (events: readonly HandedEvent[]) => Promise<void>;
  readonly begin: Pick<Begin, 'dataDir' | 'publicUrl' | 'logLevel'>;
}

const ENTRY = path.join(path.dirname(import.meta.dirname), 'main-sandbox.ts');
/** A leak ends the sandbox, not the machine. */
const MOST_MEMORY_MB = 256;
/** How long a call waits for one that begins; the first start makes every table. */
const BEGINNING_MS = 8_000;
const STOP_MS = 6_000;
const PAUSES_MS = [500, 2_000, 5_000, 15_000, 30_000];
/** One that lived so long had no trouble beginning. */
const LIVED_MS = 60_000;

interface Life {
  readonly child: ChildProcess;
  readonly opened: Promise<OpenSandbox>;
  readonly ended: Promise<void>;
}

/** Nothing of the shop's secrets is in it: what it needs is told over the channel. */
const environment = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    ['PATH', 'TMPDIR', 'TZ', 'LANG'].flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );

function live({ log, place, take, begin }: BesideOptions): Life {
  const token = randomBytes(32).toString('base64url');
  const child = spawn(process.execPath, [`--max-old-space-size=${MOST_MEMORY_MB}`, ENTRY], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: environment(),
  });
  const say = (words: ToSandbox): void => void (child.connected && child.send(words, () => undefined));
  let heardAt = Date.now();
  const watch = setInterval(() => {
    if (Date.now() - heardAt > SILENT_MS) child.kill('SIGKILL');
  }, SILENT_MS / 10).unref();
  const ended = new Promise<void>((resolve) => {
    const end = () => {
      clearInterval(watch);
      resolve();
    };
    child.once('exit', end).once('error', end);
  });
  const opened = new Promise<OpenSandbox>((resolve, reject) => {
    void ended.then(() => reject(new SandboxAway('The sandbox ended')));
    child.on('message', (message) => {
      heardAt = Date.now();
      const heard = FromSandbox.safeParse(message);
      if (!heard.success) return log.warn({ error: heard.error }, 'sandbox_not_understood');
      const words = heard.data;
      if (words.say === 'ready') resolve({ port: words.port, token });
      if (words.say !== 'events') return;
      const answer = (isTaken: boolean) => say({ say: 'taken', hand: words.hand, isTaken });
      take(words.events).then(
        () => answer(true),
        (error: unknown) => {
          log.warn({ error }, 'sandbox_events_not_taken');
          answer(false);
        },
      );
    });
  });
  // Waited for by whoever calls; nobody may
  opened.catch(() => undefined);
  say({ say: 'begin', token, databaseUrl: place.url, ...begin });
  return { child, opened, ended };
}

/**
 * The sandbox as a process of its own on a database of its own: it can take neither the shop's memory, nor its rows, nor its secrets along.
 * It begins when somebody has a key of it, and again whenever it ends.
 */
export function createSandboxBeside(options: BesideOptions): Sandbox {
  const { log } = options;
  let life: Promise<Life> | undefined;
  let failures = 0;
  let pause: NodeJS.Timeout | undefined;
  let isStopping = false;

  async function begin(): Promise<Life> {
    await makePlace(options.place);
    return live(options);
  }

  function afterwards(begunAt: number): void {
    life = undefined;
    if (isStopping) return;
    if (Date.now() - begunAt > LIVED_MS) failures = 0;
    const waitMs = PAUSES_MS[Math.min(failures, PAUSES_MS.length - 1)] ?? 0;
    log.warn({ failures, waitMs }, 'sandbox_ended');
    failures += 1;
    pause = setTimeout(() => {
      pause = undefined;
      wake();
    }, waitMs).unref();
  }

  function wake(): void {
    if (isStopping || life !== undefined || pause !== undefined) return;
    const begunAt = Date.now();
    life = begin();
    life
      .then(({ ended }) => ended)
      .catch((error: unknown) => log.warn({ error }, 'sandbox_not_begun'))
      .finally(() => afterwards(begunAt));
  }

  async function stop(): Promise<void> {
    isStopping = true;
    clearTimeout(pause);
    const last = await life?.catch(() => undefined);
    if (last === undefined) return;
    last.child.kill('SIGTERM');
    await Promise.race([last.ended, sleep(STOP_MS, undefined, { ref: false })]);
    last.child.kill('SIGKILL');
  }

  async function open(): Promise<OpenSandbox> {
    wake();
    if (life === undefined) throw new SandboxAway('The sandbox is down');
    const late = sleep(BEGINNING_MS, undefined, { ref: false }).then(() => undefined);
    const opened = await Promise.race([life.then((one) => one.opened), late]);
    if (opened === undefined) throw new SandboxAway('The sandbox is still beginning');
    return opened;
  }

  return { place: 'beside', wake, open, read: async (target) => await readFrom(await open(), target), stop };
}
