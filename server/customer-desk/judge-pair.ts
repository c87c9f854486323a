import type { PairVerdict } from '#core/customer-links.ts';
import { foldEmail } from '#core/requisites/fold-email.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { endSaid, findVerdict, insertSaid } from '#server/customers/pairs.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findCustomer, findCustomerByMailbox } from './store.ts';

type PairDeps = Pick<Deps, 'random' | 'secrets' | 'clock'>;

interface About {
  readonly id: string;
  /** The other customer: an id or an e-mail. */
  readonly other: string;
  readonly note: string;
  readonly operatorId: string;
}

type PairRefusal = 'not_found' | 'required' | 'order_state_conflict';

/** Both customers of a pair; nobody is a pair with himself. */
async function pairOf(tx: Tx, { id, other, note }: About): Promise<Result<string, PairRefusal>> {
  if (note === '') return refuse({ code: 'required', field: 'note' });
  const found = (await findCustomer(tx, other)) ?? (await findCustomerByMailbox(tx, foldEmail(other)));
  if ((await findCustomer(tx, id)) === undefined) return refuse({ code: 'not_found' });
  if (found === undefined || found.id === id) return refuse({ code: 'not_found', field: 'other' });
  return accept(found.id);
}

/** Both customers' logs tell it, each being read alone. The words are the pair's: an erasure of either destroys them in both. */
async function audit(
  deps: PairDeps,
  tx: Tx,
  { id, other, operatorId }: About,
  done: { readonly action: 'customer.pair' | 'customer.pair_back'; readonly verdict: PairVerdict; readonly note: string },
): Promise<void> {
  const { action, verdict, note } = done;
  const wordsOf = { type: 'customer_pair', id: [id, other].toSorted().join(' ') };
  for (const [subjectId, with_] of [
    [id, other],
    [other, id],
  ] as const)
    await recordAudit(deps, tx, {
      actorId: operatorId,
      action,
      subjectType: 'customer',
      subjectId,
      detail: { customer: with_, verdict, note },
      wordsOf,
    });
}

/**
 * An operator's word on two customers (quality R16): one person, with everything that a strong link does, or not connected, so that what they
 * share warns nobody any more. It takes the place of an earlier one; the same word again is refused.
 */
export async function judgePair(
  deps: PairDeps,
  tx: Tx,
  about: About & { readonly verdict: PairVerdict },
): Promise<Result<null, PairRefusal>> {
  const pair = await pairOf(tx, about);
  if (!pair.ok) return pair;
  const { id: one, operatorId, verdict, note } = about;
  const [other, now] = [pair.value, deps.clock.now()];
  if ((await findVerdict(tx, one, other)) === verdict) return refuse({ code: 'order_state_conflict' });
  await endSaid(tx, { one, other, operatorId, now });
  if ((await insertSaid(tx, { id: deps.random.uuid(), one, other, operatorId, now, verdict, note })) === 0)
    return refuse({ code: 'order_state_conflict' });
  await audit(deps, tx, { ...about, other }, { action: 'customer.pair', verdict, note });
  return accept(null);
}

/** The word is taken back: from now on what they share counts as before. */
export async function takeBackPair(deps: PairDeps, tx: Tx, about: About): Promise<Result<null, PairRefusal>> {
  const pair = await pairOf(tx, about);
  if (!pair.ok) return pair;
  const { id: one, operatorId, note } = about;
  const other = pair.value;
  const verdict = await findVerdict(tx, one, other);
  if (verdict === null || (await endSaid(tx, { one, other, operatorId, now: deps.clock.now() })) === 0)
    return refuse({ code: 'order_state_conflict' });
  await audit(deps, tx, { ...about, other }, { action: 'customer.pair_back', verdict, note });
  return accept(null);
}
