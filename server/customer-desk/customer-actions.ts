import type { AuditAction } from '#core/staff/audit-action.ts';
import type { CustomerLimits } from '#core/customer/customer.ts';
import { type BlacklistKind, type BlacklistReason, comparableRequisite } from '#core/customer/blacklist.ts';
import type { RequisiteFieldKind } from '#core/payment-system/requisite-field.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import { addToBlacklist } from '#server/blacklist/edit-blacklist.ts';
import { addressOfPeer } from '#server/blacklist/find-blacklisted.ts';
import { readLimits, writeLimits } from '#server/customers/customers.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { openDestination } from '#server/orders/destination.ts';
import { payersFieldsOf } from '#server/orders/readable-requisites.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { endAllSessions } from '#server/sessions/end-sessions.ts';
import { findAccount, findCustomer, findOrderOf, type CustomerOrderRow } from './store.ts';

type ActionDeps = Pick<Deps, 'random' | 'secrets' | 'clock' | 'live' | 'catalogue'>;

interface ActionInput {
  readonly id: string;
  readonly note: string;
  readonly operatorId: string;
}

interface AuditInput extends Omit<ActionInput, 'note'> {
  readonly action: AuditAction;
  readonly detail: Readonly<Record<string, unknown>>;
}

const audit = (deps: ActionDeps, tx: Tx, { id, operatorId, ...entry }: AuditInput) =>
  recordAudit(deps, tx, { actorId: operatorId, subjectType: 'customer', subjectId: id, ...entry });

/** Sets the customer's own limits. Refuses if they changed since `version` was read. */
export async function setLimits(
  deps: ActionDeps,
  tx: Tx,
  { limits, version, id, note, operatorId }: ActionInput & { readonly limits: CustomerLimits; readonly version: number },
): Promise<Result<null, 'not_found' | 'required' | 'edit_conflict'>> {
  if (note === '') return refuse({ code: 'required', field: 'note' });
  const before = await readLimits(tx, id);
  if (before === undefined) return refuse({ code: 'not_found' });
  if ((await writeLimits(tx, id, { ...limits, version })) === 0) return refuse({ code: 'edit_conflict' });
  const { version: _, ...limitsBefore } = before;
  await audit(deps, tx, { id, operatorId, action: 'customer.limits', detail: { before: limitsBefore, after: limits, note } });
  return accept(null);
}

/** Signs a customer out everywhere. */
export async function signOut(
  deps: ActionDeps,
  tx: Tx,
  { id, note, operatorId }: ActionInput,
): Promise<Result<null, 'not_found' | 'required'>> {
  if (note === '') return refuse({ code: 'required', field: 'note' });
  const account = await findAccount(tx, id);
  if (account === undefined) return refuse({ code: 'not_found' });
  const ended = await endAllSessions(deps, tx, account.id);
  await audit(deps, tx, { id, operatorId, action: 'customer.sign_out', detail: { sessions: ended, note } });
  return accept(null);
}

/** Blacklist kind of a requisite field; null: names are shared by many people, and a memo identifies no one alone. */
const BLACKLIST_KIND_OF: Readonly<Record<RequisiteFieldKind, BlacklistKind | null>> = {
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

const MIN_CHARS = 6;

async function requisiteEntries(deps: ActionDeps, tx: Tx, order: CustomerOrderRow, side: 'income' | 'outcome') {
  const system = deps.catalogue.paymentSystem(side === 'income' ? order.income_code : order.outcome_code);
  const values = await openDestination(deps, tx, { id: order.id, side });
  const fields = [...(system?.incomeFields ?? []), ...(system?.outcomeFields ?? [])];
  const entries = new Map<string, BlacklistKind>();
  for (const { key, kind } of fields) {
    const value = comparableRequisite(values[key] ?? '');
    const blacklistKind = BLACKLIST_KIND_OF[kind];
    if (blacklistKind !== null && value.length >= MIN_CHARS) entries.set(value, blacklistKind);
  }
  return [...entries].map(([value, kind]) => ({ kind, value }));
}

type Trace = 'email' | 'network' | 'device' | 'income' | 'outcome';

/** The values behind a trace; empty if the order has no such trace. */
async function traceValues(
  deps: ActionDeps,
  tx: Tx,
  { id, trace, orderId }: { readonly id: string; readonly trace: Trace; readonly orderId: string | null },
): Promise<readonly { readonly kind: BlacklistKind; readonly value: string }[]> {
  const person = await findCustomer(tx, id);
  if (trace === 'email') return person === undefined ? [] : [{ kind: 'email', value: person.mailbox }];
  const order = orderId === null ? undefined : await findOrderOf(tx, id, orderId);
  if (order === undefined) return [];
  if (trace === 'network') return order.peer === null ? [] : [{ kind: 'network', value: addressOfPeer(order.peer) }];
  if (trace === 'device') return order.device === null ? [] : [{ kind: 'device', value: order.device }];
  return await requisiteEntries(deps, tx, order, trace);
}

export interface BlacklistTraceInput extends ActionInput {
  readonly trace: Trace;
  readonly orderId: string | null;
  readonly reason: BlacklistReason;
  readonly endsAt: Instant | null;
}

/**
 * Blacklists a customer by a trace whose value the operator need not see. Refused if all of its values are blacklisted already.
 */
export async function blacklistTrace(
  deps: ActionDeps,
  tx: Tx,
  { reason, endsAt, note, operatorId, ...subject }: BlacklistTraceInput,
): Promise<Result<null, 'not_found' | 'required' | 'invalid_format' | 'order_state_conflict'>> {
  const values = await traceValues(deps, tx, subject);
  if (values.length === 0) return refuse({ code: 'not_found' });
  const results = [];
  for (const { kind, value } of values) results.push(await addToBlacklist(deps, tx, { kind, value, reason, note, endsAt, operatorId }));
  const refused = results.find((result) => !result.ok);
  if (refused !== undefined && !refused.ok && results.every((result) => !result.ok)) return refused;
  return accept(null);
}

/** The full requisites of one side of a customer's order. Writes an audit entry. */
export async function revealRequisites(
  deps: ActionDeps,
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
