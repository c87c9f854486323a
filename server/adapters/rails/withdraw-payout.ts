import type { Instant } from '#core/time.ts';
import { type EndOutcome, withdrawalReason } from '#server/adapters/rails/port.ts';
import { col, type Db, type Queryable, rowType, sql, type Sql } from '#server/platform/db/db.ts';
import { unlessNodeFails } from './node-errors.ts';

/** Ends of payouts without a transaction, for rails that sign payouts themselves. */
export interface UnsignedPayouts {
  /** Fails a payout for which nothing was signed; one with a transaction is left alone. */
  refuse(db: Queryable, reference: string, reason: string): Promise<void>;
  /** Fails an unsigned payout that an operator ends. It is not reported, because the operator records the end. */
  withdraw(db: Queryable, reference: string, outcome: EndOutcome): Promise<boolean>;
  /**
   * True if a payout will never be made. An unsigned one is cancelled here, and one that never arrived is excluded. `endSigned` ends a
   * signed one, if the chain excludes it; a node error means false.
   */
  end(
    deps: { readonly db: Db; readonly railName: string; readonly now: Instant },
    payout: { readonly reference: string; readonly outcome: EndOutcome },
    endSigned: () => Promise<boolean>,
  ): Promise<boolean>;
}

const StateRow = rowType({ state: col.text });

/** `table`: the rail's payouts, one row per reference for ever, with the columns used here. */
export function unsignedPayouts(table: Sql): UnsignedPayouts {
  const withdraw: UnsignedPayouts['withdraw'] = async (db, reference, outcome) =>
    (await db.run(sql`
      update ${table} set state = 'failed', reason = ${withdrawalReason(outcome)}, reported = 'failed'
      where reference = ${reference} and state = 'ordered'`)) === 1;
  return {
    async refuse(db, reference, reason) {
      await db.run(sql`update ${table} set state = 'failed', reason = ${reason} where reference = ${reference} and state = 'ordered'`);
    },
    withdraw,
    async end({ db, railName, now }, { reference, outcome }, endSigned) {
      // A reference that never arrived is inserted as failed: a late order of it must not be paid. Its terms are placeholders
      await db.run(sql`
        insert into ${table} (reference, rail, payment_system_code, destination, amount, required_confirmations, state, reason, reported,
          created_at)
        values (${reference}, ${railName}, '', '', 1, 1, 'failed', ${withdrawalReason(outcome)}, 'failed', ${new Date(now)})
        on conflict (reference) do nothing`);
      if (await withdraw(db, reference, outcome)) return true;
      const { state } = await db.one(StateRow, sql`select state from ${table} where reference = ${reference}`);
      if (state === 'recorded') return await unlessNodeFails(endSigned, () => false);
      if (state !== 'failed') return false;
      // Ended again, perhaps with the other outcome: the first record may have been rolled back
      await db.run(sql`
        update ${table} set reason = ${withdrawalReason(outcome)}
        where reference = ${reference} and reason in (${withdrawalReason('sent')}, ${withdrawalReason('not_sent')})`);
      return true;
    },
  };
}
