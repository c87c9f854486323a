import { NOTICE_CHANNELS, NOTICE_EVENTS, type NoticeChannelName, type NoticeEvent } from '#core/notices/events.ts';
import type { QuietHours } from '#core/notices/quiet-hours.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';

const SilencedRow = rowType({ channel: col.oneOf(NOTICE_CHANNELS), event: col.oneOf(NOTICE_EVENTS) });
const QuietRow = rowType({ from_minute: col.number, to_minute: col.number, zone: col.text });

/** An account's settings for notice channels. */
export interface NoticeSettings {
  readonly disabled: readonly { readonly channel: NoticeChannelName; readonly event: NoticeEvent }[];
  readonly quiet: QuietHours | null;
}

export async function findNoticeSettings(db: Queryable, userId: string): Promise<NoticeSettings> {
  const disabled = await db.many(SilencedRow, sql`select channel, event from notice_choices where user_id = ${userId}`);
  const quiet = await db.maybe(QuietRow, sql`select from_minute, to_minute, zone from quiet_hours where user_id = ${userId}`);
  return { disabled, quiet: quiet === undefined ? null : { from: quiet.from_minute, to: quiet.to_minute, zone: quiet.zone } };
}

export const isNoticeEnabled = ({ disabled }: NoticeSettings, channel: NoticeChannelName, event: NoticeEvent): boolean =>
  !disabled.some((entry) => entry.channel === channel && entry.event === event);

/** Switches one event on or off in a channel; repeating it changes nothing. */
export async function saveNoticeSwitch(
  db: Queryable,
  input: { readonly userId: string; readonly channel: NoticeChannelName; readonly event: NoticeEvent; readonly isOn: boolean },
  now: Date,
): Promise<void> {
  const { userId, channel, event, isOn } = input;
  if (isOn) await db.run(sql`delete from notice_choices where user_id = ${userId} and channel = ${channel} and event = ${event}`);
  else
    await db.run(sql`
      insert into notice_choices (user_id, channel, event, off_at) values (${userId}, ${channel}, ${event}, ${now})
        on conflict do nothing`);
}

export async function saveQuietHours(db: Queryable, userId: string, quiet: QuietHours | null): Promise<void> {
  if (quiet === null) await db.run(sql`delete from quiet_hours where user_id = ${userId}`);
  else
    await db.run(sql`
      insert into quiet_hours (user_id, from_minute, to_minute, zone) values (${userId}, ${quiet.from}, ${quiet.to}, ${quiet.zone})
      on conflict (user_id) do update set from_minute = excluded.from_minute, to_minute = excluded.to_minute, zone = excluded.zone`);
}
