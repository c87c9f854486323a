import type { ApprovalAttributes } from '#contract/office/orders/approvals.ts';
import { AnyRow, sql } from '#server/platform/db/db.ts';
import type { Person } from './office.ts';
import type { World } from './world.ts';

const APPROVALS = '/api/office/v1/approvals';

/** Pending approvals of one subject, as this operator sees them. */
export const pendingApprovals = async (person: Person, subject: string) =>
  (await person.send<ApprovalAttributes>('GET', `${APPROVALS}?filter[subject]=${subject}`)).rows;

/** Approves or declines a subject's pending approval in its current version. */
export async function decideApproval(person: Person, subject: string, verb: 'approve' | 'decline' = 'approve') {
  const [row] = await pendingApprovals(person, subject);
  return await person.send<ApprovalAttributes>('POST', `${APPROVALS}/${row?.id}/${verb}`, { hash: row?.attributes.hash ?? '' });
}

/** Approves an order's pending payout and runs the machine; does nothing when none is pending. */
export async function approvePayout(world: World, person: Person, orderId: string): Promise<void> {
  const open = sql`select 1 from approvals where subject = ${orderId} and kind = 'pay_out' and state = 'open'`;
  if ((await world.deps.db.maybe(AnyRow, open)) === undefined) return;
  const decision = await decideApproval(person, orderId);
  if (decision.status !== 200) throw new Error(`nobody agreed: ${JSON.stringify(decision.error)}`);
  await world.drain();
}
