import * as z from 'zod/mini';
import sql from 'sql-template-tag';
import type { Oddity } from '#server/adapters/rails/port.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import type { Tx } from '#server/platform/db/db.ts';

const FoundRow = z.object({ found: z.boolean() });

/** A rail says the same again whenever it is asked: a person who has judged it is not called twice. */
const wasCalled = async (tx: Tx, { kind, subject, orderId }: Oddity): Promise<boolean> =>
  (
    await tx.one(
      FoundRow,
      sql`
      select exists (select from incidents where kind = 'payment_odd' and subject = ${orderId}
        and detail->>'payment' = ${subject} and detail->>'oddity' = ${kind}) as found`,
    )
  ).found;

/** Whether people of ours are giving it back, or have: what a rail then sees is their doing. What it gave back itself it has counted. */
const isOurDoing = async (tx: Tx, { kind, orderId, rail }: Oddity): Promise<boolean> =>
  kind === 'given_back' &&
  (
    await tx.one(
      FoundRow,
      sql`
      select exists (select from payouts where order_id = ${orderId} and purpose in ('refund', 'surplus')
        and rail <> ${rail} and state in ('by_hand', 'executed')) as found`,
    )
  ).found;

/** Calls a person, once, for money that does not fit what it is said to pay. It counts as nothing. */
export async function callForOddity(deps: Pick<Deps, 'db' | 'random' | 'clock' | 'log' | 'live'>, oddity: Oddity): Promise<void> {
  await deps.db.tx(async (tx) => {
    if ((await isOurDoing(tx, oddity)) || (await wasCalled(tx, oddity))) return;
    const { rail, kind, subject, orderId } = oddity;
    await raiseIncident(deps, tx, { kind: 'payment_odd', subject: orderId, detail: { rail, payment: subject, oddity: kind } });
  });
}
