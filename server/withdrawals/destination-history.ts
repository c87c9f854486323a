import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { destinationText } from '#server/orders/destination.ts';
import { findFirstPaidAt } from '#server/orders/queries.ts';
import { col, type Queryable, rowType, sql } from '#server/platform/db/db.ts';
import { findSavedSince } from '#server/user-wallets/saved-wallets.ts';

/** A destination; `text` is the JSON that is sealed and fingerprinted. */
export interface Destination {
  readonly userId: string;
  readonly code: string;
  readonly text: string;
}

export const fingerprintOf = ({ secrets }: Pick<Deps, 'secrets'>, { code, text }: Pick<Destination, 'code' | 'text'>): Buffer =>
  secrets.fingerprint(destinationText(code, text));

const SinceRow = rowType({ since: col.nullable(col.timestamp) });

const earliest = (moments: readonly (Instant | undefined)[]): Instant | undefined => {
  const present = moments.filter((at) => at !== undefined);
  return present.length === 0 ? undefined : Math.min(...present);
};

/** How long a customer has used a destination (R33); undefined: never. */
export interface DestinationHistory {
  /** Since when a completed payment to it was on its way: the customer has had e-mails about it. */
  readonly paidSince: Instant | undefined;
  /** The earlier of `paidSince` and when it was saved among the customer's wallets. */
  readonly knownSince: Instant | undefined;
}

/** Reads since when a destination is the customer's (R33): saved by them, or paid by a completed order or withdrawal of theirs. */
export async function readDestinationHistory(
  deps: Pick<Deps, 'secrets'>,
  db: Queryable,
  destination: Destination,
): Promise<DestinationHistory> {
  const { userId } = destination;
  const fingerprint = fingerprintOf(deps, destination);
  const row = await db.one(
    SinceRow,
    sql`
    select min(e.at) as since from withdrawals w
    join withdrawal_events e on e.withdrawal_id = w.id and e.move = 'confirm'
    where w.user_id = ${userId} and w.outcome_fingerprint = ${fingerprint} and w.status = 'completed'`,
  );
  const paidSince = earliest([row.since?.getTime(), await findFirstPaidAt(db, { userId, fingerprint })]);
  const savedSince = await findSavedSince(deps, db, { userId, code: destination.code, side: 'outcome', text: destination.text });
  return { paidSince, knownSince: earliest([paidSince, savedSince]) };
}
