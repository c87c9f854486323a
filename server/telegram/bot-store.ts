import type { Instant } from '#core/time.ts';
import { col, type Db, type Queryable, type RowOf, rowType, sql, type Tx } from '#server/platform/db/db.ts';

const BotRow = rowType({
  username: col.nullable(col.text),
  next_update: col.nullable(col.text),
  last_update_at: col.nullable(col.timestamp),
});
export type BotRow = RowOf<typeof BotRow>;

export interface BotLease {
  readonly botId: string;
  readonly holder: string;
  readonly now: Instant;
  readonly until: Instant;
}

/** Takes or renews the lease to poll the bot's updates. Undefined if another process has it. */
export const acquireLease = (db: Db, { botId, holder, now, until }: BotLease): Promise<BotRow | undefined> =>
  db.maybe(
    BotRow,
    sql`
    insert into telegram_bots as b (bot_id, leased_by, leased_until) values (${botId}, ${holder}, ${new Date(until)})
    on conflict (bot_id) do update set leased_by = excluded.leased_by, leased_until = excluded.leased_until
      where b.leased_by = excluded.leased_by or b.leased_until <= ${new Date(now)}
    returning username, next_update, last_update_at`,
  );

/** Ends the lease early, for the next process. */
export const releaseLease = (db: Queryable, botId: string, holder: string): Promise<number> =>
  db.run(sql`update telegram_bots set leased_until = 'epoch' where bot_id = ${botId} and leased_by = ${holder}`);

/** Stores the bot's name and that it answered. */
export const saveBotSeen = (db: Queryable, botId: string, { username, now }: { username: string; now: Instant }): Promise<number> =>
  db.run(sql`update telegram_bots set username = ${username}, seen_at = ${new Date(now)} where bot_id = ${botId}`);

const NameRow = rowType({ username: col.text });

/** The name of a bot that has answered since a moment. Undefined if there is none. */
export const findBotName = async (db: Queryable, since: Instant): Promise<string | undefined> =>
  (
    await db.maybe(
      NameRow,
      sql`select username from telegram_bots where username is not null and seen_at > ${new Date(since)} order by seen_at desc limit 1`,
    )
  )?.username;

export interface HandledUpdate {
  readonly botId: string;
  readonly updateId: number;
  readonly now: Instant;
  readonly hasFailed: boolean;
}

/** Marks an update as handled and advances the offset. False if it was handled before. */
export async function markHandled(tx: Tx, { botId, updateId, now, hasFailed }: HandledUpdate): Promise<boolean> {
  const marked = await tx.run(sql`
    insert into telegram_updates (bot_id, update_id, handled_at, has_failed) values (${botId}, ${updateId}, ${new Date(now)}, ${hasFailed})
    on conflict do nothing`);
  await tx.run(sql`
    update telegram_bots set next_update = ${updateId + 1}, last_update_at = ${new Date(now)} where bot_id = ${botId}`);
  return marked === 1;
}

export const purgeUpdates = (db: Queryable, before: Instant): Promise<number> =>
  db.run(sql`delete from telegram_updates where handled_at < ${new Date(before)}`);
