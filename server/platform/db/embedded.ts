import type net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '#server/platform/log.ts';
import { nativeFolder } from './embedded-binaries.ts';
import { clusterOf, makeOwnedFolder, urlOf } from './embedded-cluster.ts';
import { acquireLease } from './embedded-lease.ts';

export interface Embedded {
  /** Superuser connection to the maintenance database. */
  readonly url: string;
  /** Releases this process's share; resolves when the server has ended or other processes still use it. */
  stop(): Promise<void>;
}

const RETRY_MS = 250;
const STOP_DEADLINE_MS = 8000;
const NO_LOG: Pick<Log, 'warn'> = { warn: () => undefined };

const closed = (lease: net.Socket): Promise<unknown> =>
  lease.closed ? Promise.resolve() : new Promise((resolve) => lease.once('close', resolve));

/** Holds a share until `stop`, and acquires another one whenever the supervisor, and with it the server, has ended. */
async function keepLease(acquire: () => Promise<net.Socket>, log: Pick<Log, 'warn'>): Promise<Pick<Embedded, 'stop'>> {
  let lease = await acquire();
  let isStopping = false;
  const run = async (): Promise<void> => {
    for (;;) {
      await closed(lease);
      if (isStopping) return;
      log.warn({}, 'embedded_database_lost');
      try {
        lease = await acquire();
        log.warn({}, 'embedded_database_back');
      } catch (error) {
        log.warn({ error }, 'embedded_database_not_back');
        await sleep(RETRY_MS, undefined, { ref: false });
      }
      if (isStopping) lease.ref().end();
    }
  };
  const running = run();
  return {
    async stop() {
      isStopping = true;
      lease.ref().end();
      await Promise.race([running, sleep(STOP_DEADLINE_MS, undefined, { ref: false })]);
    },
  };
}

/**
 * Starts the PostgreSQL server of a data folder, or joins the running one, and again whenever it is lost. Never listens on TCP.
 * `settings`: postgresql.conf values for a started server.
 */
export async function startEmbedded(dataDir: string, settings: readonly string[] = [], log: Pick<Log, 'warn'> = NO_LOG): Promise<Embedded> {
  const cluster = clusterOf(dataDir);
  makeOwnedFolder(cluster.sock, cluster.owner);
  const input = { cluster, native: nativeFolder(), settings };
  const { stop } = await keepLease(() => acquireLease(input), log);
  return { url: urlOf(cluster), stop };
}
