import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from '#server/platform/db/db.ts';
import { DAY_MS } from '#core/time.ts';
import type { ManualWorld } from './manual-world.ts';

export interface PausedServer {
  readonly owner: string;
  readonly by: 'office' | 'owner' | 'failing';
}

/** A partner's webhook server, paused in this way, with a waiting event. */
export async function insertPausedServer({ database, deps }: ManualWorld, { owner, by }: PausedServer): Promise<string> {
  const [id, event] = [randomUUID(), randomUUID()];
  const now = deps.clock.now();
  await database.adminDb.run(sql`
    insert into webhook_endpoints (id, user_id, mode, url, topics, secret_sealed, paused_by, paused_at, created_at)
    values (${id}, ${owner}, 'live', ${`https://${id}.example/`}, '{}', ${randomBytes(4)}, ${by}, ${new Date(now)}, ${new Date(now)})`);
  await database.adminDb.run(sql`
    insert into webhook_events (id, user_id, sequence, topic, body, created_at)
    values (${event}, ${owner}, 1, 'order.paid', '{}', ${new Date(now)})`);
  await database.adminDb.run(sql`
    insert into webhook_deliveries (id, endpoint_id, event_id, line, sequence, state, ends_at, created_at)
    values (${randomUUID()}, ${id}, ${event}, ${event}, 1, 'pending', ${new Date(now + DAY_MS)}, ${new Date(now)})`);
  return id;
}
