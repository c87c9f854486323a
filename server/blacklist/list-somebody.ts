import { type BlacklistKind, type BlacklistReason, maskListed, readListed } from '#core/blacklist.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { markOf } from './find-listed.ts';
import { readNetwork } from './read-network.ts';
import { endEntry, insertEntry } from './store.ts';

export interface Listing {
  readonly kind: BlacklistKind;
  readonly value: string;
  readonly reason: BlacklistReason;
  readonly note: string;
  readonly endsAt: Instant | null;
  readonly operatorId: string;
}

type WriteDeps = Pick<Deps, 'random' | 'secrets' | 'clock'>;

const LONGEST_MS = 3650 * DAY_MS;

function checkEnd(endsAt: Instant | null, now: Instant): Result<null, 'invalid_format'> {
  if (endsAt === null || (endsAt > now && endsAt - now <= LONGEST_MS)) return accept(null);
  return refuse({ code: 'invalid_format', field: 'ends_at', message: 'end_in_past' });
}

/** Keeps somebody out by one trace of his. Refused where the same is kept out already. */
export async function listSomebody(
  deps: WriteDeps,
  tx: Tx,
  { kind, value: typed, reason, note, endsAt, operatorId }: Listing,
): Promise<Result<string, 'invalid_format' | 'order_state_conflict' | 'required'>> {
  if (note === '') return refuse({ code: 'required', field: 'note' });
  const read = kind === 'network' ? readNetwork(typed) : readListed(kind, typed);
  if (!read.ok) return read;
  const now = deps.clock.now();
  const ends = checkEnd(endsAt, now);
  if (!ends.ok) return ends;
  const value = read.value;
  const masked = maskListed(kind, value);
  const entry = {
    id: deps.random.uuid(),
    kind,
    mark: markOf(deps, kind, value),
    network: kind === 'network' ? value : null,
    sealed: deps.secrets.seal(value),
    masked,
    reason,
    note,
    endsAt,
    now,
    madeBy: operatorId,
  };
  if ((await insertEntry(tx, entry)) === 0) return refuse({ code: 'order_state_conflict', field: 'value', message: 'listed_already' });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'blacklist.add',
    subjectType: 'blacklist_entry',
    subjectId: entry.id,
    detail: { kind, masked, reason, note, ends_at: endsAt },
  });
  return accept(entry.id);
}

/** Lets somebody in again, with why. Refused where the entry is over already: somebody was faster. */
export async function unlistSomebody(
  deps: WriteDeps,
  tx: Tx,
  { id, note, operatorId }: { readonly id: string; readonly note: string; readonly operatorId: string },
): Promise<Result<null, 'required' | 'order_state_conflict'>> {
  if (note === '') return refuse({ code: 'required', field: 'note' });
  if ((await endEntry(tx, id, { operatorId, note, now: deps.clock.now() })) === 0)
    return refuse({ code: 'order_state_conflict', message: 'entry_over' });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'blacklist.end',
    subjectType: 'blacklist_entry',
    subjectId: id,
    detail: { note },
  });
  return accept(null);
}
