import sql from 'sql-template-tag';
import * as z from 'zod/mini';
import type { Instant } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { destinationText } from '#server/orders/destination.ts';
import { firstPaidTo } from '#server/orders/first-paid-to.ts';
import type { Queryable } from '#server/platform/db/db.ts';
import { walletKeptSince } from '#server/user-wallets/keep-wallet.ts';

/** A destination as it is kept: the text that is sealed and hashed. */
export interface Destination {
  readonly userId: string;
  readonly code: string;
  readonly text: string;
}

export const fingerprintOf = ({ secrets }: Pick<Deps, 'secrets'>, { code, text }: Pick<Destination, 'code' | 'text'>): Buffer =>
  secrets.fingerprint(destinationText(code, text));

const SinceRow = z.object({ since: z.nullable(z.date()) });

const earliest = (moments: readonly (Instant | undefined)[]): Instant | undefined => {
  const known = moments.filter((at) => at !== undefined);
  return known.length === 0 ? undefined : Math.min(...known);
};

/** What is known of somebody's destination (R33); undefined: nothing. */
export interface KnownDestination {
  /** Since when money of his that has arrived there was on its way: he has seen letters about it. */
  readonly paidSince: Instant | undefined;
  /** The same, or since when he keeps it among his wallets. */
  readonly knownSince: Instant | undefined;
}

/** Since when a wallet is known to be this person's (R33): kept by him, or paid to by an order or a withdrawal of his that came to its end. */
export async function knowDestination(deps: Pick<Deps, 'secrets'>, db: Queryable, destination: Destination): Promise<KnownDestination> {
  const { userId } = destination;
  const fingerprint = fingerprintOf(deps, destination);
  const row = await db.one(
    SinceRow,
    sql`
    select min(e.at) as since from withdrawals w
    join withdrawal_events e on e.withdrawal_id = w.id and e.move = 'confirm'
    where w.user_id = ${userId} and w.outcome_fingerprint = ${fingerprint} and w.status = 'completed'`,
  );
  const paidSince = earliest([row.since?.getTime(), await firstPaidTo(db, { userId, fingerprint })]);
  const kept = await walletKeptSince(deps, db, { userId, code: destination.code, side: 'outcome', text: destination.text });
  return { paidSince, knownSince: earliest([paidSince, kept]) };
}
