import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import type { Live } from './live.ts';
import type { Log } from './log.ts';
import { createListenConnection } from './listen-connection.ts';
import { createInbox, type Notice, validChannel, writeNotice } from './notice-inbox.ts';

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
/** Entry of a payload that means "there are rows to read". */
const ROWS_ENTRY = '+';

/** Notifications for other processes: that there are rows to read, and hints, each once. */
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

/** `read` includes `notify`. */
type Task = 'read' | 'notify';

/** Runs one task at a time; wakes during a run share the next one. */
function createTaskLoop(isConnected: () => boolean, run: (task: Task) => Promise<void>) {
  let pending: Task | undefined;
  let working: Promise<void> | undefined;
  async function workWhilePending(): Promise<void> {
    // Notifications of the same moment are sent together
    await nextTurn();
    while (pending !== undefined && isConnected()) {
      const task = pending;
      pending = undefined;
      await run(task);
      await sleep(MIN_POLL_GAP_MS);
    }
    working = undefined;
  }
  return {
    wake(task: Task): void {
      pending = pending === 'read' ? pending : task;
      working ??= workWhilePending();
    },
    /** Resolves when no task runs. */
    idle: async (): Promise<void> => working,
  };
}

/** The sending side: a committed hint reaches this process at once, rows and the other processes through the task loop. */
const createSender = ({
  outgoing,
  dispatch,
  wake,
}: {
  readonly outgoing: ReturnType<typeof createOutgoing>;
  readonly dispatch: (hint: Notice) => void;
  readonly wake: (task: Task) => void;
}): Pick<Live, 'notify' | 'hint'> => ({
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
      dispatch(hint);
      wake('notify');
    });
  },
});

/**
 * Notifications of one process over one connection. Each process reads the rows itself when it is notified, and by polling: a slow process
 * does not delay the others (docs/decisions/0021).
 */
export function createLive(input: { readonly url: string; readonly log: Pick<Log, 'warn' | 'info'>; readonly pace?: LiveTimings }): Live {
  const { pollMs, cleanupMs } = input.pace ?? TIMINGS;
  const inbox = createInbox(input.log, cleanupMs);
  const outgoing = createOutgoing();
  let timers: readonly NodeJS.Timeout[] = [];

  const connection = createListenConnection(input, {
    async onConnect(query, isFirst) {
      await query(`listen ${WAKE_CHANNEL}`);
      await inbox.connect(query, isFirst);
    },
    onNotification({ processId, channel, payload = '' }) {
      if (channel !== WAKE_CHANNEL) return inbox.dispatch({ channel, payload });
      if (inbox.isOwn(processId)) return;
      for (const entry of payload.split('\n')) {
        if (entry === ROWS_ENTRY) loop.wake('read');
        else inbox.dispatch(readHint(entry));
      }
    },
  });

  async function notifyOthers(): Promise<void> {
    for (let payload = outgoing.take(); payload !== undefined; payload = outgoing.take())
      await connection.query({ name: 'notify', text: 'select pg_notify($1, $2)', values: [WAKE_CHANNEL, payload] });
  }

  const loop = createTaskLoop(connection.isConnected, async (task) => {
    try {
      await notifyOthers();
      if (task === 'read') await inbox.read(connection.query);
    } catch (error) {
      input.log.warn({ error }, 'live_look_failed');
      connection.cut();
    }
  });

  async function deleteOld(): Promise<void> {
    if (!connection.isConnected()) return;
    await inbox.deleteOld(connection.query).catch((error: unknown) => input.log.warn({ error }, 'live_sweep_failed'));
  }

  return {
    ...createSender({ outgoing, dispatch: inbox.dispatch, wake: (task) => loop.wake(task) }),
    subscribe: inbox.subscribe,
    onReconnect: inbox.onReconnect,
    async start() {
      await connection.start();
      timers = [setInterval(() => loop.wake('read'), pollMs), setInterval(() => void deleteOld(), cleanupMs)];
      for (const timer of timers) timer.unref();
    },
    async stop() {
      for (const timer of timers) clearInterval(timer);
      await loop.idle();
      await connection.stop();
    },
  };
}
