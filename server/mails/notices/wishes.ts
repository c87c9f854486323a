import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import { NOTICE_CHANNELS, NOTICE_EVENTS, type NoticeChannelName, type NoticeEvent } from '#core/notices/events.ts';
import type { QuietHours } from '#core/notices/quiet-hours.ts';
import type { Queryable } from '#server/platform/db/db.ts';

const SilencedRow = z.object({ channel: z.enum(NOTICE_CHANNELS), event: z.enum(NOTICE_EVENTS) });
const QuietRow = z.object({ from_minute: z.int(), to_minute: z.int(), zone: z.string() });

/** How an account wants to be told beside the mail. */
export interface Wishes {
  readonly silenced: readonly { readonly channel: NoticeChannelName; readonly event: NoticeEvent }[];
  readonly quiet: QuietHours | null;
}

export async function findWishes(db: Queryable, userId: string): Promise<Wishes> {
  const silenced = await db.many(SilencedRow, sql`select channel, event from notice_choices where user_id = ${userId}`);
  const quiet = await db.maybe(QuietRow, sql`select from_minute, to_minute, zone from quiet_hours where user_id = ${userId}`);
  return { silenced, quiet: quiet === undefined ? null : { from: quiet.from_minute, to: quiet.to_minute, zone: quiet.zone } };
}

export const wants = ({ silenced }: Wishes, channel: NoticeChannelName, event: NoticeEvent): boolean =>
  !silenced.some((one) => one.channel === channel && one.event === event);

/** Switches one event on or off in a channel; said twice it is said once. */
export async function saveWish(
  db: Queryable,
  wish: { readonly userId: string; readonly channel: NoticeChannelName; readonly event: NoticeEvent; readonly isOn: boolean },
  now: Date,
): Promise<void> {
  const { userId, channel, event, isOn } = wish;
  if (isOn) await db.run(sql`delete from notice_choices where user_id = ${userId} and channel = ${channel} and event = ${event}`);
  else
    await db.run(sql`
      insert into notice_choices (user_id, channel, event, off_at) values (${userId}, ${channel}, ${event}, ${now}) on conflict do nothing`);
}

export async function saveQuiet(db: Queryable, userId: string, quiet: QuietHours | null): Promise<void> {
  if (quiet === null) await db.run(sql`delete from quiet_hours where user_id = ${userId}`);
  else
    await db.run(sql`
      insert into quiet_hours (user_id, from_minute, to_minute, zone) values (${userId}, ${quiet.from}, ${quiet.to}, ${quiet.zone})
      on conflict (user_id) do update set from_minute = excluded.from_minute, to_minute = excluded.to_minute, zone = excluded.zone`);
}
