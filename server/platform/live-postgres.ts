import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Live } from './live.ts';
import type { Log } from './log.ts';
import { createListenConnection, type RunQuery } from './listen-connection.ts';
import { selectSnapshot, selectNoticesSince, type Notice, deleteBefore, type Snapshot, writeNotice } from './notice-log.ts';

export interface LiveTimings {
  /** Interval of polling for notices: finds those whose process died before announcing them. */
  readonly pollMs: number;
  /**
   * Interval of deleting old rows, which were committed at least this long ago. A process that did not poll for half of it reloads
   * everything.
   */
  readonly cleanupMs: number;
}

const TIMINGS: LiveTimings = { pollMs: 1000, cleanupMs: 30_000 };
/** Minimum gap between polls: under load one poll reads many notices. */
const MIN_POLL_GAP_MS = 10;
const WAKE_CHANNEL = 'notices';
/** Keeps a payload below PostgreSQL's limit of 8,000 bytes. */
const MAX_ENTRIES = 50;
const MAX_HINT_LENGTH = 80;
const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/;

function validChannel(channel: string): string {
  if (!CHANNEL.test(channel)) throw new Error(`Channel names are lower-case words: ${channel}`);
  return channel;
}

/** Subscribers of this process by channel. */
function createListeners(log: Pick<Log, 'warn'>) {
  const byChannel = new Map<string, Set<(payload: string) => void>>();
  return {
    add(channel: string, listener: (payload: string) => void): () => void {
      const subscribed = byChannel.get(validChannel(channel)) ?? new Set();
      byChannel.set(channel, subscribed);
      subscribed.add(listener);
      return () => subscribed.delete(listener);
    },
    channels: () => byChannel.keys(),
    dispatch({ channel, payload }: Notice): void {
      for (const listener of byChannel.get(channel) ?? []) {
        try {
          listener(payload);
        } catch (error) {
          // A listener that throws affects neither the other listeners nor a committed transaction
          log.warn({ channel, error }, 'live_listener_failed');
        }
      }
    },
  };
}

/**
 * Tracks the channels that a connection listens to directly: administrators run `notify catalogue_changed` after their own statements
 * (docs/how-to/add-a-payment-system.md).
 */
function createChannelTracker(channels: () => Iterable<string>) {
  const listening = new Set<string>();
  return {
    forget: () => listening.clear(),
    async listenToNew(query: RunQuery): Promise<void> {
      for (const channel of channels()) {
        if (listening.has(channel)) continue;
        await query(`listen ${channel}`);
        listening.add(channel);
      }
    },
  };
}

/** Entry of a payload that means "there are rows to read". */
const ROWS_ENTRY = '+';

/** What other processes must be told: that there are rows to read, and hints, each once. */
function createOutgoing() {
  const entries = new Set<string>();
  return {
    addRows: () => void entries.add(ROWS_ENTRY),
    addHint: ({ channel, payload }: Notice) => void entries.add(`${channel} ${payload}`),
    /** The next payload, within PostgreSQL's limit; undefined when there is none. */
    take(): string | undefined {
      const batch: string[] = [];
      for (const entry of entries) {
        if (batch.length === MAX_ENTRIES) break;
        batch.push(entry);
        entries.delete(entry);
      }
      return batch.length === 0 ? undefined : batch.join('\n');
    },
  };
}

function readHint(entry: string): Notice {
  const space = entry.indexOf(' ');
  return { channel: entry.slice(0, space), payload: entry.slice(space + 1) };
}

/**
 * Notifications of one process over one connection. Each process reads the rows itself when it is notified, and by polling: a slow process
 * does not delay the others (docs/decisions/0021).
 */
export function createLive(input: { readonly url: string; readonly log: Pick<Log, 'warn' | 'info'>; readonly pace?: LiveTimings }): Live {
  const { pollMs, cleanupMs } = input.pace ?? TIMINGS;
  const listeners = createListeners(input.log);
  const reconnectListeners = new Set<() => void>();
  const outgoing = createOutgoing();
  const tracker = createChannelTracker(listeners.channels);
  let snapshot: Snapshot = '';
  let deletableBefore: Snapshot | undefined;
  let polledAt = 0;
  let ownPid = 0;
  let pending: 'read' | 'tell' | undefined;
  let working: Promise<void> | undefined;
  let timers: readonly NodeJS.Timeout[] = [];

  const connection = createListenConnection(input, {
    async onConnect(query, isFirst) {
      tracker.forget();
      await query(`listen ${WAKE_CHANNEL}`);
      await tracker.listenToNew(query);
      // The rows are few and recent, so statistics are missing; a lost commit is compensated for by the next poll
      await query('set enable_seqscan = off');
      await query('set synchronous_commit = off');
      await resetSnapshot(query);
      if (!isFirst) notifyReconnected();
    },
    onNotification({ processId, channel, payload = '' }) {
      if (channel !== WAKE_CHANNEL) return listeners.dispatch({ channel, payload });
      if (processId === ownPid) return;
      for (const entry of payload.split('\n')) {
        if (entry === ROWS_ENTRY) wake('read');
        else listeners.dispatch(readHint(entry));
      }
    },
  });

  const notifyReconnected = (): void => {
    for (const listener of reconnectListeners) listener();
  };

  async function resetSnapshot(query: RunQuery): Promise<void> {
    const [current] = await query<{ pid: number; seen: Snapshot }>(selectSnapshot);
    if (current) ({ pid: ownPid, seen: snapshot } = current);
    deletableBefore = undefined;
    polledAt = performance.now();
  }

  async function notifyOthers(): Promise<void> {
    for (let payload = outgoing.take(); payload !== undefined; payload = outgoing.take())
      await connection.query({ name: 'tell', text: 'select pg_notify($1, $2)', values: [WAKE_CHANNEL, payload] });
  }

  async function readNotices(): Promise<void> {
    await tracker.listenToNew(connection.query);
    const isLate = performance.now() - polledAt > cleanupMs / 2;
    const [current] = await connection.query<{ seen: Snapshot; notices: readonly Notice[] }>(selectNoticesSince(snapshot));
    snapshot = current?.seen ?? snapshot;
    polledAt = performance.now();
    for (const notice of current?.notices ?? []) listeners.dispatch(notice);
    if (isLate) notifyReconnected();
  }

  async function workWhilePending(): Promise<void> {
    // Notifications of the same moment are sent together
    await nextTurn();
    while (pending !== undefined && connection.isConnected()) {
      const isReading = pending === 'read';
      pending = undefined;
      try {
        await notifyOthers();
        if (isReading) await readNotices();
      } catch (error) {
        input.log.warn({ error }, 'live_look_failed');
        connection.cut();
      }
      await sleep(MIN_POLL_GAP_MS);
    }
    working = undefined;
  }

  function wake(task: 'read' | 'tell'): void {
    pending = pending === 'read' ? pending : task;
    working ??= workWhilePending();
  }

  async function deleteOld(): Promise<void> {
    if (!connection.isConnected()) return;
    const deletable = deletableBefore;
    deletableBefore = snapshot;
    if (deletable !== undefined)
      await connection.query(deleteBefore(deletable)).catch((error: unknown) => input.log.warn({ error }, 'live_sweep_failed'));
  }

  return {
    async notify(tx, channel, payload) {
      await writeNotice(tx, { channel: validChannel(channel), payload });
      tx.onCommit(() => {
        outgoing.addRows();
        wake('read');
      });
    },
    hint(tx, channel, payload) {
      const hint = { channel: validChannel(channel), payload };
      if (payload.length > MAX_HINT_LENGTH || payload.includes('\n')) throw new Error(`A hint is a word: ${payload}`);
      tx.onCommit(() => {
        outgoing.addHint(hint);
        listeners.dispatch(hint);
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
      await connection.start();
      timers = [setInterval(() => wake('read'), pollMs), setInterval(() => void deleteOld(), cleanupMs)];
      for (const timer of timers) timer.unref();
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await working;
      await connection.stop();
    },
  };
}
