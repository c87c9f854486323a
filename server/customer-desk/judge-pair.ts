import type { PairVerdict } from '#core/customer/customer.ts';
import { foldEmail } from '#core/requisites/email.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { endVerdict, findVerdict, insertVerdict, lockCustomers } from '#server/customers/pairs.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findCustomer, findCustomerByMailbox } from './store.ts';

type PairDeps = Pick<Deps, 'random' | 'secrets' | 'clock'>;

interface PairInput {
  readonly id: string;
  /** The other customer: an id or an e-mail. */
  readonly other: string;
  readonly note: string;
  readonly operatorId: string;
}

type PairRefusal = 'not_found' | 'required' | 'order_state_conflict';

/** The id of the other customer of the pair. Refuses a customer paired with itself. */
async function findOtherCustomer(tx: Tx, { id, other, note }: PairInput): Promise<Result<string, PairRefusal>> {
  if (note === '') return refuse({ code: 'required', field: 'note' });
  const match = (await findCustomer(tx, other)) ?? (await findCustomerByMailbox(tx, foldEmail(other)));
  if ((await findCustomer(tx, id)) === undefined) return refuse({ code: 'not_found' });
  if (match === undefined || match.id === id) return refuse({ code: 'not_found', field: 'other' });
  return accept(match.id);
}

/**
 * Writes one entry to each customer's log, because each log is read alone. The note belongs to the pair: erasing either customer
 * destroys both copies.
 */
async function audit(
  deps: PairDeps,
  tx: Tx,
  { id, other, operatorId }: PairInput,
  decision: { readonly action: 'customer.pair' | 'customer.pair_back'; readonly verdict: PairVerdict; readonly note: string },
): Promise<void> {
  const { action, verdict, note } = decision;
  const keySubject = { type: 'customer_pair', id: [id, other].toSorted().join(' ') };
  for (const [subjectId, otherCustomer] of [
    [id, other],
    [other, id],
  ] as const)
    await recordAudit(deps, tx, {
      actorId: operatorId,
      action,
      subjectType: 'customer',
      subjectId,
      detail: { customer: otherCustomer, verdict, note },
      keySubject,
    });
}

/**
 * Records a verdict on two customers (quality R16). `one person` is a strong link; with `unrelated`, shared data raises no flag.
 * Replaces an earlier verdict; refuses the same one.
 */
export async function judgePair(
  deps: PairDeps,
  tx: Tx,
  input: PairInput & { readonly verdict: PairVerdict },
): Promise<Result<null, PairRefusal>> {
  const otherCustomer = await findOtherCustomer(tx, input);
  if (!otherCustomer.ok) return otherCustomer;
  const { id: customerId, operatorId, verdict, note } = input;
  const [other, now] = [otherCustomer.value, deps.clock.now()];
  await lockCustomers(tx, customerId, other);
  if ((await findVerdict(tx, customerId, other)) === verdict) return refuse({ code: 'order_state_conflict' });
  await endVerdict(tx, { customerId, otherId: other, operatorId, now });
  if ((await insertVerdict(tx, { id: deps.random.uuid(), customerId, otherId: other, operatorId, now, verdict, note })) === 0)
    return refuse({ code: 'order_state_conflict' });
  await audit(deps, tx, { ...input, other }, { action: 'customer.pair', verdict, note });
  return accept(null);
}

/** Ends the verdict, so that data shared by the customers raises flags again. */
export async function withdrawVerdict(deps: PairDeps, tx: Tx, input: PairInput): Promise<Result<null, PairRefusal>> {
  const otherCustomer = await findOtherCustomer(tx, input);
  if (!otherCustomer.ok) return otherCustomer;
  const { id: customerId, operatorId, note } = input;
  const other = otherCustomer.value;
  await lockCustomers(tx, customerId, other);
  const verdict = await findVerdict(tx, customerId, other);
  if (verdict === null || (await endVerdict(tx, { customerId, otherId: other, operatorId, now: deps.clock.now() })) === 0)
    return refuse({ code: 'order_state_conflict' });
  await audit(deps, tx, { ...input, other }, { action: 'customer.pair_back', verdict, note });
  return accept(null);
}
