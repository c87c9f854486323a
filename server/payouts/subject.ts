import type { Fee } from '#core/order/cause.ts';
import type { PayoutPurpose, SubjectKind } from '#core/payout.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import type { Leaving } from '#server/limits/leaving.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Payout, PayoutChange } from './store.ts';

/** The end of an attempt: by the provider's word or a person's. */
export interface EndedAttempt {
  readonly payout: Payout;
  readonly state: 'executed' | 'failed';
  readonly txHash: string | null;
  readonly fee: Fee | null;
  /** Whoever could not pay says that the destination is wrong. */
  readonly blames?: 'destination';
  readonly by: { readonly actor: 'provider' | 'operator'; readonly actorId: string | null; readonly note: string | null };
}

/** A subject that nobody else changes until the transaction ends. */
export interface LockedSubject {
  /** An attempt of its has ended, in the transaction that ended it. */
  onEnd(ended: EndedAttempt): Promise<void>;
  /** Something new is known of an attempt that goes on. */
  onNews(payout: Payout, change: PayoutChange): Promise<void>;
}

/** What pays through the machine (domain 5, "Payouts and refunds"): the noun that knows what to pay where, and what becomes of it by that. Registered at assembly. */
export interface PayoutSubjectWith<Deps> {
  /** Claims the next attempt before anybody is called, once, whoever tries and however often. Undefined: nothing to do. */
  claim(deps: Deps, id: string, purpose: PayoutPurpose): Promise<Payout | undefined>;
  /** Where the money goes, opened only to pay. */
  destination(deps: Deps, payout: Payout): Promise<RequisiteValues>;
  /** Undefined: there is none of this id. */
  lock(deps: Deps, tx: Tx, id: string): Promise<LockedSubject | undefined>;
  /** What would leave while it still waits to, locked; undefined: it has gone another way. */
  waiting(deps: Deps, tx: Tx, id: string, purpose: PayoutPurpose): Promise<Leaving | undefined>;
  /** Somebody said no to its leaving: it counts as failed, and a person decides (T21). */
  decline(
    deps: Deps,
    tx: Tx,
    id: string,
    no: { readonly purpose: PayoutPurpose; readonly operatorId: string; readonly note: string },
  ): Promise<void>;
  /** Its job, once more. */
  execute(deps: Deps, tx: Tx, id: string, purpose: PayoutPurpose): Promise<void>;
}

export type PayoutSubjectsWith<Deps> = Readonly<Record<SubjectKind, PayoutSubjectWith<Deps>>>;
