import type pg from 'pg';
import { PgBoss } from 'pg-boss';

export const QUEUE_SCHEMA = 'pgboss';

/** Creates or upgrades pg-boss's tables with the owner's rights; the application only reads and writes them. */
export async function prepareQueue(client: pg.Client): Promise<void> {
  const boss = new PgBoss({
    db: { executeSql: (text, values) => client.query(text, values) },
    schema: QUEUE_SCHEMA,
    supervise: false,
    schedule: false,
  });
  boss.on('error', () => undefined);
  await boss.start();
  await boss.stop({ graceful: false });
}
