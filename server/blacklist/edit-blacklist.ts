import { type BlacklistKind, type BlacklistReason, maskEntryValue, readEntryValue } from '#core/customer/blacklist.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { DAY_MS, type Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { blacklistHash, readNetwork } from './find-blacklisted.ts';
import { endEntry, insertEntry } from './store.ts';

export interface BlacklistInput {
  readonly kind: BlacklistKind;
  readonly value: string;
  readonly reason: BlacklistReason;
  readonly note: string;
  readonly endsAt: Instant | null;
  readonly operatorId: string;
}

type WriteDeps = Pick<Deps, 'random' | 'secrets' | 'clock'>;

const MAX_DURATION_MS = 3650 * DAY_MS;

function checkEnd(endsAt: Instant | null, now: Instant): Result<null, 'invalid_format'> {
  if (endsAt === null || (endsAt > now && endsAt - now <= MAX_DURATION_MS)) return accept(null);
  return refuse({ code: 'invalid_format', field: 'ends_at', message: 'end_in_past' });
}

/** Adds an entry. Refuses a value that is blacklisted already. */
export async function addToBlacklist(
  deps: WriteDeps,
  tx: Tx,
  { kind, value: input, reason, note, endsAt, operatorId }: BlacklistInput,
): Promise<Result<string, 'invalid_format' | 'order_state_conflict' | 'required'>> {
  if (note === '') return refuse({ code: 'required', field: 'note' });
  const parsed = kind === 'network' ? readNetwork(input) : readEntryValue(kind, input);
  if (!parsed.ok) return parsed;
  const now = deps.clock.now();
  const checkedEnd = checkEnd(endsAt, now);
  if (!checkedEnd.ok) return checkedEnd;
  const value = parsed.value;
  const masked = maskEntryValue(kind, value);
  const entry = {
    id: deps.random.uuid(),
    kind,
    hash: blacklistHash(deps, kind, value),
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

/** Ends an entry, with a note. Refuses an entry that has ended already. */
export async function endBlacklistEntry(
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
