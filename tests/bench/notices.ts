import type pg from 'pg';
import { startEmbedded } from '#server/platform/db/embedded.ts';
import { createPool } from '#server/platform/db/pool.ts';
import { makeFolder, removeFolder } from '#tests/make/process.ts';
import type { Extent } from './extent.ts';

const EXTENT = { full: { seconds: 3, rounds: 2 }, short: { seconds: 0.3, rounds: 1 } } as const;
const CONNECTIONS = 20;
/** Interval at which commits are notified. */
const BATCH_MS = 10;
const quiet = { warn: () => undefined };

type Work = (client: pg.PoolClient) => Promise<unknown>;

interface Way {
  /** Statement of a transaction besides its own change. */
  readonly inside?: Work;
  /** Work outside of all transactions, once per batch. */
  readonly batch?: Work;
}

const WAYS = {
  'nobody is told': {},
  'NOTIFY in the transaction': { inside: (client) => client.query({ name: 'n', text: "select pg_notify('bench', 'order:1')" }) },
  'a row in the transaction, read and told in batches': {
    inside: (client) => client.query({ name: 'r', text: 'insert into told (payload) values ($1)', values: ['order:1'] }),
    batch: async (client) => {
      await client.query("select pg_notify('bench', '')");
      await client.query({
        name: 's',
        text: 'select payload from told where xact >= pg_snapshot_xmin(pg_current_snapshot()) order by id',
      });
    },
  },
  'NOTIFY in batches after the commits, kept nowhere': { batch: (client) => client.query("select pg_notify('bench', 'order:1')") },
} as const satisfies Record<string, Way>;

async function commitsPerSecond(pool: pg.Pool, { inside, batch }: Way, seconds: number): Promise<number> {
  const started = performance.now();
  const until = started + seconds * 1000;
  const listener = await pool.connect();
  await listener.query('listen bench');
  await listener.query('set synchronous_commit = off');
  let sending: Promise<unknown> = Promise.resolve();
  const timer =
    batch &&
    setInterval(() => {
      sending = sending.then(() => batch(listener));
    }, BATCH_MS);
  let count = 0;
  const worker = async (): Promise<void> => {
    while (performance.now() < until) {
      const client = await pool.connect();
      await client.query('begin');
      await client.query({ name: 'w', text: 'insert into work (payload) values ($1)', values: ['x'.repeat(200)] });
      await inside?.(client);
      await client.query('commit');
      client.release();
      count += 1;
    }
  };
  await Promise.all(Array.from({ length: CONNECTIONS }, worker));
  clearInterval(timer);
  const perSecond = count / ((performance.now() - started) / 1000);
  await sending;
  await listener.query('unlisten *');
  listener.release();
  return perSecond;
}

/** Cost of notifying other processes of a commit: small transactions per second, by method. */
export async function commitsByNotice(extent: Extent): Promise<Readonly<Record<string, number>>> {
  const { seconds, rounds } = EXTENT[extent];
  const folder = makeFolder();
  const server = await startEmbedded(folder);
  const pool = createPool({ url: server.url, max: CONNECTIONS + 1, log: quiet });
  try {
    await pool.query('create table work (id bigint generated always as identity primary key, payload text)');
    await pool.query(`create unlogged table told (id bigint generated always as identity primary key,
      xact xid8 not null default pg_current_xact_id(), payload text not null)`);
    await pool.query('create index on told (xact)');
    const best: Record<string, number> = {};
    for (let round = 0; round < rounds; round += 1)
      for (const [name, way] of Object.entries(WAYS)) best[name] = Math.max(best[name] ?? 0, await commitsPerSecond(pool, way, seconds));
    return best;
  } finally {
    await pool.end();
    await server.stop();
    removeFolder(folder);
  }
}
