import * as z from 'zod';
import { ALONE_WITHIN_MS, needsSecond } from '#core/earnings/alone.ts';
import { formatAmount } from '#core/money/amount.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { PURSE_ASSET, PURSE_SCALE } from '#core/withdrawal/withdrawal.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { openPurse } from '#server/ledger/open-purse.ts';
import { lockPoster } from '#server/ledger/posted-alone.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { findPerson, type Person } from '#server/users/find-person.ts';
import { tellBonus } from './bonus-letters.ts';
import { postEarning } from './post-earning.ts';
import { sumGrantedAlone } from './deeds-store.ts';

type GrantDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'secrets'>;

/** What an operator's word about earnings came to: done, or another's to agree to. */
export type DeedDone = { readonly approvalId: string | null };

export interface Bonus {
  readonly userId: string;
  /** Cents. */
  readonly amount: bigint;
  /** Why; its customer reads it. */
  readonly note: string;
  readonly operatorId: string;
}

const Payload = z.object({ amount: z.string(), amount_minor: z.string(), currency_iso_code: z.string(), email: z.string() });

const isCustomer = (person: Person | undefined): person is Person => person?.role === 'customer' && !person.isDisabled;

async function post(deps: GrantDeps, tx: Tx, { userId, amount, note, operatorId }: Bonus, email: string): Promise<string> {
  const wallet = await openPurse(deps, tx, { ownerId: userId, purse: 'reward' });
  const id = await postEarning(deps, tx, {
    userId,
    kind: 'bonus',
    amount,
    wallet,
    orderId: null,
    holdHours: 0,
    note,
    grantedBy: operatorId,
  });
  await tellBonus(deps, tx, { id, email });
  return id;
}

/**
 * A bonus of an operator (domain 8): into the purse at once, with an audit line and a letter. Beyond what he may grant alone within a
 * day it becomes a proposal: `approvalId`.
 */
export async function grantBonus(deps: GrantDeps, tx: Tx, bonus: Bonus): Promise<Result<DeedDone, 'not_found' | 'approval_conflict'>> {
  const { userId, amount, note, operatorId } = bonus;
  const person = await findPerson(tx, userId);
  if (!isCustomer(person)) return refuse({ code: 'not_found', field: 'email', message: 'unknown_customer' });
  await lockPoster(tx, operatorId);
  const text = formatAmount(amount, PURSE_SCALE);
  if (needsSecond(amount, await sumGrantedAlone(tx, operatorId, deps.clock.now() - ALONE_WITHIN_MS))) {
    const payload = { amount: text, amount_minor: String(amount), currency_iso_code: PURSE_ASSET, email: person.email } satisfies z.input<
      typeof Payload
    >;
    return await propose(deps, tx, { kind: 'grant_bonus', subject: userId, payload, note, operatorId });
  }
  const id = await post(deps, tx, bonus, person.email);
  const detail = { earning_id: id, amount: text, currency_iso_code: PURSE_ASSET, note };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'earning.grant', subjectType: 'user', subjectId: userId, detail });
  return accept({ approvalId: null });
}

/** A bonus that two people have agreed on. */
export const executeGrantBonus: Executor = async (deps, tx, { subject, payload, note, proposedBy }) => {
  const person = await findPerson(tx, subject);
  if (!isCustomer(person)) return refuse({ code: 'not_found' });
  const amount = BigInt(Payload.parse(payload).amount_minor);
  await post(deps, tx, { userId: subject, amount, note, operatorId: proposedBy }, person.email);
  return accept(null);
};
