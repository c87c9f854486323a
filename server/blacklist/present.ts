import type { BlacklistEntryAttributes } from '#contract/office/customers/blacklist.ts';
import { isInForce } from '#core/customer/blacklist.ts';
import { type Instant, toRfc3339 } from '#core/time.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { type EntryRow, findEntry } from './store.ts';

const instant = (date: Date | null): Instant | null => date && date.getTime();
const dateText = (date: Date | null): string | null => date && toRfc3339(date.getTime());

export const presentEntry = (row: EntryRow, now: Instant): BlacklistEntryAttributes => ({
  kind: row.kind,
  masked: row.masked,
  reason: row.reason,
  note: row.note,
  made_by: row.made_by_name,
  made_at: toRfc3339(row.made_at.getTime()),
  ends_at: dateText(row.ends_at),
  is_active: isInForce({ endedAt: instant(row.ended_at), endsAt: instant(row.ends_at) }, now),
  ended_by: row.ended_by_name,
  ended_at: dateText(row.ended_at),
  end_note: row.end_note,
  hits: Number(row.hits),
  last_hit_at: dateText(row.last_hit_at),
});

/** Entries by id, as operators see them. */
export async function readEntries(db: Queryable, ids: readonly string[], now: Instant) {
  const entries = [];
  for (const id of ids) {
    const row = await findEntry(db, id);
    if (row !== undefined) entries.push({ id: row.id, ...presentEntry(row, now) });
  }
  return entries;
}
