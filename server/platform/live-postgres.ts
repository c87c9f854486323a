import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Live } from './live.ts';
import type { Log } from './log.ts';
import { createLine, type Ask } from './notice-line.ts';
import { lookNow, newSince, type Notice, removeBefore, type Seen, writeNotice } from './notice-log.ts';

export interface Pace {
  /** Everybody looks this often without being told: what a process left unsaid when it died is heard by then. */
  readonly lookMs: number;
  /** How often old rows are removed. What is removed was committed at least this long ago; who could not look for half of it reads all anew. */
  readonly sweepMs: number;
}

const PACE: Pace = { lookMs: 1000, sweepMs: 30_000 };
/** Looks are at least this far apart: under load one look takes many notices, and others are told once. */
const BREATH_MS = 10;
const WAKE_CHANNEL = 'notices';
/** PostgreSQL takes less than 8,000 bytes at once. */
const MAX_LINES = 50;
const MAX_HINT = 80;
const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/;

function checked(channel: string): string {
  if (!CHANNEL.test(channel)) throw new Error(`Channel names are lower-case words: ${channel}`);
  return channel;
}

/** Who wants to hear what, in this process. */
function createListeners(log: Pick<Log, 'warn'>) {
  const byChannel = new Map<string, Set<(payload: string) => void>>();
  return {
    add(channel: string, listener: (payload: string) => void): () => void {
      const known = byChannel.get(checked(channel)) ?? new Set();
      byChannel.set(channel, known);
      known.add(listener);
      return () => known.delete(listener);
    },
    channels: () => byChannel.keys(),
    tell({ channel, payload }: Notice): void {
      for (const listener of byChannel.get(channel) ?? []) {
        try {
          listener(payload);
        } catch (error) {
          // One who stumbles keeps neither the others from hearing nor a committed transaction from being answered
          log.warn({ channel, error }, 'live_listener_failed');
        }
      }
    },
  };
}

/**
 * Administrators say `notify catalogue_changed` by hand after a statement of their own (docs/how-to/add-a-payment-system.md): a
 * connection listens to every channel that somebody here wants to hear.
 */
function createHearing(channels: () => Iterable<string>) {
  const heard = new Set<string>();
  return {
    forget: () => heard.clear(),
    async catchUp(ask: Ask): Promise<void> {
      for (const channel of channels()) {
        if (heard.has(channel)) continue;
        await ask(`listen ${channel}`);
        heard.add(channel);
      }
    },
  };
}

/** Stands in a telling for "there are rows to read". */
const ROWS = '+';

/** What the other processes are to be told: that there are rows to read, and hints, each once. */
function createUntold() {
  const lines = new Set<string>();
  return {
    addRows: () => void lines.add(ROWS),
    addHint: ({ channel, payload }: Notice) => void lines.add(`${channel} ${payload}`),
    /** Less than PostgreSQL takes at once; undefined when there is nothing. */
    take(): string | undefined {
      const taken: string[] = [];
      for (const line of lines) {
        if (taken.length === MAX_LINES) break;
        taken.push(line);
        lines.delete(line);
      }
      return taken.length === 0 ? undefined : taken.join('\n');
    },
  };
}

function readHint(line: string): Notice {
  const space = line.indexOf(' ');
  return { channel: line.slice(0, space), payload: line.slice(space + 1) };
}

/**
 * Notices of one process, over one connection however many subscribers it has. Each process reads the rows by itself, when it is told
 * that there are some, and every second anyway: who stands still keeps nobody else from hearing (docs/decisions/0021).
 */
export function createLive(input: { readonly url: string; readonly log: Pick<Log, 'warn' | 'info'>; readonly pace?: Pace }): Live {
  const { lookMs, sweepMs } = input.pace ?? PACE;
  const listeners = createListeners(input.log);
  const reconnectListeners = new Set<() => void>();
  const untold = createUntold();
  const hearing = createHearing(listeners.channels);
  let seen: Seen = '';
  let sweptBefore: Seen | undefined;
  let lookedAt = 0;
  let ownPid = 0;
  let due: 'read' | 'tell' | undefined;
  let working: Promise<void> | undefined;
  let timers: readonly NodeJS.Timeout[] = [];

  const line = createLine(input, {
    async onConnect(ask, isFirst) {
      hearing.forget();
      await ask(`listen ${WAKE_CHANNEL}`);
      await hearing.catchUp(ask);
      // The rows are few and new, no statistics know them; being told late is mended by everybody's next look
      await ask('set enable_seqscan = off');
      await ask('set synchronous_commit = off');
      await lookAnew(ask);
      if (!isFirst) tellReconnected();
    },
    onNotification({ processId, channel, payload = '' }) {
      if (channel !== WAKE_CHANNEL) return listeners.tell({ channel, payload });
      if (processId === ownPid) return;
      for (const told of payload.split('\n')) {
        if (told === ROWS) wake('read');
        else listeners.tell(readHint(told));
      }
    },
  });

  const tellReconnected = (): void => {
    for (const listener of reconnectListeners) listener();
  };

  async function lookAnew(ask: Ask): Promise<void> {
    const [now] = await ask<{ pid: number; seen: Seen }>(lookNow);
    if (now) ({ pid: ownPid, seen } = now);
    sweptBefore = undefined;
    lookedAt = performance.now();
  }

  async function tellOthers(): Promise<void> {
    for (let told = untold.take(); told !== undefined; told = untold.take())
      await line.ask({ name: 'tell', text: 'select pg_notify($1, $2)', values: [WAKE_CHANNEL, told] });
  }

  async function read(): Promise<void> {
    await hearing.catchUp(line.ask);
    const isLate = performance.now() - lookedAt > sweepMs / 2;
    const [now] = await line.ask<{ seen: Seen; notices: readonly Notice[] }>(newSince(seen));
    seen = now?.seen ?? seen;
    lookedAt = performance.now();
    for (const notice of now?.notices ?? []) listeners.tell(notice);
    if (isLate) tellReconnected();
  }

  async function workWhileDue(): Promise<void> {
    // What one commit says, and others that come in the same moment, is said together
    await nextTurn();
    while (due !== undefined && line.isConnected()) {
      const isReading = due === 'read';
      due = undefined;
      try {
        await tellOthers();
        if (isReading) await read();
      } catch (error) {
        input.log.warn({ error }, 'live_look_failed');
        line.cut();
      }
      await sleep(BREATH_MS);
    }
    working = undefined;
  }

  function wake(what: 'read' | 'tell'): void {
    due = due === 'read' ? due : what;
    working ??= workWhileDue();
  }

  async function sweep(): Promise<void> {
    if (!line.isConnected()) return;
    const before = sweptBefore;
    sweptBefore = seen;
    if (before !== undefined)
      await line.ask(removeBefore(before)).catch((error: unknown) => input.log.warn({ error }, 'live_sweep_failed'));
  }

  return {
    async notify(tx, channel, payload) {
      await writeNotice(tx, { channel: checked(channel), payload });
      tx.onCommit(() => {
        untold.addRows();
        wake('read');
      });
    },
    hint(tx, channel, payload) {
      const hint = { channel: checked(channel), payload };
      if (payload.length > MAX_HINT || payload.includes('\n')) throw new Error(`A hint is a word: ${payload}`);
      tx.onCommit(() => {
        untold.addHint(hint);
        listeners.tell(hint);
        wake('tell');
      });
    },
    subscribe: (channel, listener) => listeners.add(channel, listener),
    onReconnect(listener) {
      reconnectListeners.add(listener);
      return () => {
        reconnectListeners.delete(listener);
      };
    },
    async start() {
      await line.start();
      timers = [setInterval(() => wake('read'), lookMs), setInterval(() => void sweep(), sweepMs)];
      for (const timer of timers) timer.unref();
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await working;
      await line.stop();
    },
  };
}
