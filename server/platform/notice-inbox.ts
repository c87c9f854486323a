import type pg from 'pg';
import { sql, type Tx } from './db/db.ts';
import type { RunQuery } from './listen-connection.ts';
import type { Log } from './log.ts';

export interface Notice {
  readonly channel: string;
  readonly payload: string;
}

/** A PostgreSQL snapshot as text: what was committed when a reader last polled. */
type Snapshot = string;

export async function writeNotice(tx: Tx, { channel, payload }: Notice): Promise<void> {
  await tx.run(sql`insert into notices (channel, payload) values (${channel}, ${payload})`);
}

/** First poll of a connection: earlier notices are not read. */
const selectSnapshot = 'select pg_backend_pid() as pid, pg_current_snapshot()::text as seen';

/**
 * Notices committed since a snapshot, and the new snapshot. Not by row number: a lower one may commit later; a snapshot shows which
 * transactions it could not see.
 */
const selectNoticesSince = (snapshot: Snapshot): pg.QueryConfig => ({
  name: 'new notices',
  text: `select pg_current_snapshot()::text as seen, coalesce((
      select json_agg(json_build_object('channel', channel, 'payload', payload) order by nr) from notices
      where xact >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(xact, $1::pg_snapshot)), '[]') as notices`,
  values: [snapshot],
});

/** Deletes notices that ended before any transaction still open at `snapshot`. */
const deleteBefore = (snapshot: Snapshot): pg.QueryConfig => ({
  text: 'delete from notices where xact < pg_snapshot_xmin($1::pg_snapshot)',
  values: [snapshot],
});

const CHANNEL = /^[a-z][a-z0-9_]{0,62}$/;

export function validChannel(channel: string): string {
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

/** Reads the notices committed since its last reading, and deletes old ones. */
function createNoticeReader(cleanupMs: number) {
  let snapshot: Snapshot = '';
  let deletableBefore: Snapshot | undefined;
  let readAt = 0;
  return {
    /** Starts at the present of a new connection; returns the connection's process id. */
    async reset(query: RunQuery): Promise<number | undefined> {
      const [current] = await query<{ pid: number; seen: Snapshot }>(selectSnapshot);
      snapshot = current?.seen ?? snapshot;
      deletableBefore = undefined;
      readAt = performance.now();
      return current?.pid;
    },
    /** `isLate`: notices may have been deleted before this reading. */
    async read(query: RunQuery): Promise<{ readonly notices: readonly Notice[]; readonly isLate: boolean }> {
      const isLate = performance.now() - readAt > cleanupMs / 2;
      const [current] = await query<{ seen: Snapshot; notices: readonly Notice[] }>(selectNoticesSince(snapshot));
      snapshot = current?.seen ?? snapshot;
      readAt = performance.now();
      return { notices: current?.notices ?? [], isLate };
    },
    async deleteOld(query: RunQuery): Promise<void> {
      const deletable = deletableBefore;
      deletableBefore = snapshot;
      if (deletable !== undefined) await query(deleteBefore(deletable));
    },
  };
}

/** Listeners of reconnects: events may have been missed. */
function createReconnectListeners() {
  const listeners = new Set<() => void>();
  return {
    add(listener: () => void): () => void {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    call(): void {
      for (const listener of listeners) listener();
    },
  };
}

/** Notices that reach this process, and its listeners. `cleanupMs`: old notices are deleted this often. */
export function createInbox(log: Pick<Log, 'warn'>, cleanupMs: number) {
  const listeners = createListeners(log);
  const reconnects = createReconnectListeners();
  const tracker = createChannelTracker(listeners.channels);
  const reader = createNoticeReader(cleanupMs);
  let ownPid: number | undefined;
  return {
    subscribe: (channel: string, listener: (payload: string) => void): (() => void) => listeners.add(channel, listener),
    onReconnect: (listener: () => void): (() => void) => reconnects.add(listener),
    dispatch: (notice: Notice): void => listeners.dispatch(notice),
    deleteOld: (query: RunQuery): Promise<void> => reader.deleteOld(query),
    isOwn: (processId: number): boolean => processId === ownPid,
    async connect(query: RunQuery, isFirst: boolean): Promise<void> {
      tracker.forget();
      await tracker.listenToNew(query);
      // The rows are few and recent, so statistics are missing; a lost commit is compensated for by the next poll
      await query('set enable_seqscan = off');
      await query('set synchronous_commit = off');
      ownPid = (await reader.reset(query)) ?? ownPid;
      if (!isFirst) reconnects.call();
    },
    async read(query: RunQuery): Promise<void> {
      await tracker.listenToNew(query);
      const { notices, isLate } = await reader.read(query);
      for (const notice of notices) listeners.dispatch(notice);
      if (isLate) reconnects.call();
    },
  };
}
