import sql from 'sql-template-tag';
import type { ApprovalAttributes } from '#contract/office-approvals.ts';
import { AnyRow } from '#server/platform/db/row.ts';
import type { Person } from './office.ts';
import type { World } from './world.ts';

const APPROVALS = '/api/office/v1/approvals';

/** What waits for people about one subject, as this person sees it. */
export const waiting = async (person: Person, subject: string) =>
  (await person.send<ApprovalAttributes>('GET', `${APPROVALS}?filter[subject]=${subject}`)).rows;

/** This person says yes to what waits about a subject, as he sees it now. */
export async function sayYes(person: Person, subject: string, verb: 'approve' | 'decline' = 'approve') {
  const [row] = await waiting(person, subject);
  return await person.send<ApprovalAttributes>('POST', `${APPROVALS}/${row?.id}/${verb}`, { hash: row?.attributes.hash ?? '' });
}

/** Above the limit a payout waits for a person: this one agrees, and the machine goes on. Nothing happens where none waits. */
export async function agree(world: World, person: Person, orderId: string): Promise<void> {
  const open = sql`select 1 from approvals where subject = ${orderId} and kind = 'pay_out' and state = 'open'`;
  if ((await world.deps.db.maybe(AnyRow, open)) === undefined) return;
  const said = await sayYes(person, orderId);
  if (said.status !== 200) throw new Error(`nobody agreed: ${JSON.stringify(said.error)}`);
  await world.drain();
}
