import type { AuditAction } from '#core/audit-action.ts';
import type { CustomerLimits } from '#core/customer-limits.ts';
import type { BlacklistKind, BlacklistReason } from '#core/blacklist.ts';
import { comparedRequisite } from '#core/blacklist.ts';
import type { RequisiteFieldKind } from '#core/payment-system/requisite-field.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { listSomebody } from '#server/blacklist/list-somebody.ts';
import { addressOfPeer } from '#server/blacklist/read-network.ts';
import { readLimits, writeLimits } from '#server/customers/limits.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { openDestination } from '#server/orders/destination.ts';
import { payersFieldsOf } from '#server/orders/readable-requisites.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endSessionsOf } from '#server/sessions/end-sessions.ts';
import { findAccount, findCustomer, findOrderOf, type OrderOfRow } from './store.ts';

type DeedDeps = Pick<Deps, 'random' | 'secrets' | 'clock' | 'live' | 'catalogue'>;

interface About {
  readonly id: string;
  readonly note: string;
  readonly operatorId: string;
}

interface Deed extends Omit<About, 'note'> {
  readonly action: AuditAction;
  readonly detail: Readonly<Record<string, unknown>>;
}

const audit = (deps: DeedDeps, tx: Tx, { id, operatorId, ...deed }: Deed) =>
  recordAudit(deps, tx, { actorId: operatorId, subjectType: 'customer', subjectId: id, ...deed });

/** His own limits, by whoever has read them as they are. */
export async function setLimits(
  deps: DeedDeps,
  tx: Tx,
  { limits, version, id, note, operatorId }: About & { readonly limits: CustomerLimits; readonly version: number },
): Promise<Result<null, 'not_found' | 'required' | 'edit_conflict'>> {
  if (note === '') return refuse({ code: 'required', field: 'note' });
  const before = await readLimits(tx, id);
  if (before === undefined) return refuse({ code: 'not_found' });
  if ((await writeLimits(tx, id, { ...limits, version })) === 0) return refuse({ code: 'edit_conflict' });
  const { version: _, ...was } = before;
  await audit(deps, tx, { id, operatorId, action: 'customer.limits', detail: { before: was, after: limits, note } });
  return accept(null);
}

/** Signs a customer out everywhere. */
export async function signOut(deps: DeedDeps, tx: Tx, { id, note, operatorId }: About): Promise<Result<null, 'not_found' | 'required'>> {
  if (note === '') return refuse({ code: 'required', field: 'note' });
  const account = await findAccount(tx, id);
  if (account === undefined) return refuse({ code: 'not_found' });
  const ended = await endSessionsOf(deps, tx, account.id);
  await audit(deps, tx, { id, operatorId, action: 'customer.sign_out', detail: { sessions: ended, note } });
  return accept(null);
}

/** By what a field of requisites is kept out; a name is many people's, a memo means nothing alone. */
const KIND_OF: Readonly<Record<RequisiteFieldKind, BlacklistKind | null>> = {
  card: 'card',
  phone: 'phone',
  email: null,
  full_name: null,
  memo: null,
  invoice_id: null,
  bank_account: 'wallet',
  iban: 'wallet',
  wallet: 'wallet',
  text: 'wallet',
};

const LEAST_CHARS = 6;

async function requisitesOf(deps: DeedDeps, tx: Tx, order: OrderOfRow, side: 'income' | 'outcome') {
  const system = deps.catalogue.paymentSystem(side === 'income' ? order.income_code : order.outcome_code);
  const values = await openDestination(deps, tx, { id: order.id, side });
  const fields = [...(system?.incomeFields ?? []), ...(system?.outcomeFields ?? [])];
  const found = new Map<string, BlacklistKind>();
  for (const { key, kind } of fields) {
    const value = comparedRequisite(values[key] ?? '');
    const listed = KIND_OF[kind];
    if (listed !== null && value.length >= LEAST_CHARS) found.set(value, listed);
  }
  return [...found].map(([value, kind]) => ({ kind, value }));
}

type Trace = 'email' | 'network' | 'device' | 'income' | 'outcome';

/** The values behind a trace; none where the order has left no such trace. */
async function valuesOf(
  deps: DeedDeps,
  tx: Tx,
  { id, trace, orderId }: { readonly id: string; readonly trace: Trace; readonly orderId: string | null },
): Promise<readonly { readonly kind: BlacklistKind; readonly value: string }[]> {
  const person = await findCustomer(tx, id);
  if (trace === 'email') return person === undefined ? [] : [{ kind: 'email', value: person.mailbox }];
  const order = orderId === null ? undefined : await findOrderOf(tx, id, orderId);
  if (order === undefined) return [];
  if (trace === 'network') return order.peer === null ? [] : [{ kind: 'network', value: addressOfPeer(order.peer) }];
  if (trace === 'device') return order.device === null ? [] : [{ kind: 'device', value: order.device }];
  return await requisitesOf(deps, tx, order, trace);
}

export interface TraceListing extends About {
  readonly trace: Trace;
  readonly orderId: string | null;
  readonly reason: BlacklistReason;
  readonly endsAt: Instant | null;
}

/** Keeps a customer out by a trace of his, whose value nobody need see. Refused where all of it is kept out already. */
export async function listTrace(
  deps: DeedDeps,
  tx: Tx,
  { reason, endsAt, note, operatorId, ...about }: TraceListing,
): Promise<Result<null, 'not_found' | 'required' | 'invalid_format' | 'order_state_conflict'>> {
  const values = await valuesOf(deps, tx, about);
  if (values.length === 0) return refuse({ code: 'not_found' });
  const done = [];
  for (const { kind, value } of values) done.push(await listSomebody(deps, tx, { kind, value, reason, note, endsAt, operatorId }));
  const refused = done.find((one) => !one.ok);
  if (refused !== undefined && !refused.ok && done.every((one) => !one.ok)) return refused;
  return accept(null);
}

/** The whole requisites of a side of one of his orders, with a line of the audit log. */
export async function revealRequisites(
  deps: DeedDeps,
  tx: Tx,
  {
    id,
    orderId,
    side,
    operatorId,
  }: { readonly id: string; readonly orderId: string; readonly side: 'income' | 'outcome'; readonly operatorId: string },
) {
  const order = await findOrderOf(tx, id, orderId);
  if (order === undefined) return refuse({ code: 'not_found' } as const);
  await audit(deps, tx, { id, operatorId, action: 'customer.reveal', detail: { order_id: orderId, side } });
  const system = deps.catalogue.paymentSystem(side === 'income' ? order.income_code : order.outcome_code);
  const fields = system === undefined ? [] : side === 'income' ? payersFieldsOf(system) : system.outcomeFields;
  return accept({ fields, values: await openDestination(deps, tx, { id: orderId, side }) });
}
