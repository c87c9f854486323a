import * as z from 'zod';
import type { PaymentSystem } from '#core/payment-system/payment-system.ts';
import { POOL_SHARINGS } from '#core/pool/requisite.ts';
import type { Refusal, RequisiteRefusalCode } from '#core/refusal.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import { openPart, sealPart } from '#server/approvals/sealed-part.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { insertRequisite, isBeforeFirstOrder, isInPool, type RequisiteTarget, updateTarget } from './change-store.ts';
import { POOL_CHANNEL } from './closed-systems.ts';
import { checkTarget, type TypedTarget } from './check-target.ts';
import { readRules, rulesText } from './rules-text.ts';
import { findRequisite, lockPool } from './store.ts';

type PoolDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'secrets' | 'catalogue'>;
type Checked = RequisiteTarget & Pick<TypedTarget, 'values'>;
type AddRefusal = 'approval_conflict' | 'not_allowed_amount' | RequisiteRefusalCode | 'order_state_conflict';

export interface AddRequisites {
  readonly system: PaymentSystem;
  readonly targets: readonly TypedTarget[];
  /** The parsed rules, or their refusals, which are returned with those of the targets. */
  readonly rules: ReturnType<typeof readRules>;
  readonly note: string;
  readonly operatorId: string;
}

const KNOWN = { code: 'invalid_format', message: 'requisite_in_pool' } as const;

async function checkAll(deps: PoolDeps, tx: Tx, { system, targets }: AddRequisites): Promise<Result<Checked[], RequisiteRefusalCode>> {
  const refusals: Refusal<RequisiteRefusalCode>[] = [];
  const checked: Checked[] = [];
  const seen = new Set<string>();
  for (const [index, input] of targets.entries()) {
    const target = checkTarget(deps, system, input);
    if (!target.ok) {
      refusals.push(...target.refusals.map((refusal) => ({ ...refusal, field: `requisites/${index}/${refusal.field ?? ''}` })));
      continue;
    }
    const print = target.value.fingerprint.toString('hex');
    if (seen.has(print) || (await isInPool(tx, target.value.fingerprint, null)))
      refusals.push({ ...KNOWN, field: `requisites/${index}/values` });
    seen.add(print);
    checked.push(target.value);
  }
  return refusals.length > 0 ? { ok: false, refusals } : accept(checked);
}

const amount = z.string().nullable();
const count = z.number().nullable();
const PoolRules = z.object({
  sharing: z.enum(POOL_SHARINGS),
  min_amount: amount,
  max_amount: amount,
  daily_amount: amount,
  daily_count: count,
  monthly_amount: amount,
  monthly_count: count,
  works_from: z.string().nullable(),
  works_until: z.string().nullable(),
  rest_minutes: z.number(),
});
/** The proposal that a second operator reads and that is executed: values masked, and their digest. */
const Payload = z.object({
  deed: z.enum(['add', 'change']),
  payment_system_id: z.string(),
  requisite_id: z.string(),
  version: z.number().nullable(),
  requisites_masked: z.record(z.string(), z.string()),
  owner_name: z.string(),
  bank: z.string(),
  rules: PoolRules.nullable(),
  requisites_digest: z.string(),
});
type Payload = z.output<typeof Payload>;

async function proposeTarget(
  deps: PoolDeps,
  tx: Tx,
  {
    target,
    operatorId,
    note,
    ...about
  }: { readonly target: Checked; readonly operatorId: string; readonly note: string } & Pick<
    Payload,
    'deed' | 'payment_system_id' | 'requisite_id' | 'version' | 'rules'
  >,
): Promise<Result<{ approvalId: string }, 'approval_conflict'>> {
  const { sealed, digest, fingerprint: same } = sealPart(deps, target.values);
  const payload: Payload = {
    ...about,
    requisites_masked: { ...target.masked },
    owner_name: target.ownerName,
    bank: target.bank,
    requisites_digest: digest,
  };
  // A new requisite has a new id in each proposal
  const { requisite_id: id, ...proposal } = payload;
  const sameAs = { ...proposal, requisite_id: about.deed === 'add' ? null : id, requisites_digest: same };
  return await propose(deps, tx, { kind: 'change_requisite', subject: id, payload, sealed, note, operatorId, duplicateKey: sameAs });
}

/**
 * Adds requisites to the pool: at once before the first order, afterwards by a second person, because the operator who adds a card
 * receives what customers pay (domain 11).
 */
export async function addRequisites(
  deps: PoolDeps,
  tx: Tx,
  input: AddRequisites,
): Promise<Result<{ added: number; proposed: number }, AddRefusal>> {
  const checked = await checkAll(deps, tx, input);
  const { system, note, operatorId } = input;
  if (!checked.ok || !input.rules.ok)
    return { ok: false, refusals: [checked, input.rules].flatMap((one) => (one.ok ? [] : [...one.refusals])) };
  const rules = input.rules.value;
  const isOpening = await isBeforeFirstOrder(tx);
  for (const target of checked.value) {
    const id = deps.random.uuid();
    if (!isOpening) {
      const about = {
        deed: 'add',
        payment_system_id: system.code,
        requisite_id: id,
        version: null,
        rules: rulesText(rules, system),
      } as const;
      const proposed = await proposeTarget(deps, tx, { ...about, target, operatorId, note });
      if (!proposed.ok) return proposed;
      continue;
    }
    if (!(await insertRequisite(tx, { ...target, id, code: system.code, note, rules, now: deps.clock.now(), by: operatorId })))
      return refuse({ code: 'order_state_conflict', message: 'requisite_in_pool' });
    deps.live.hint(tx, POOL_CHANNEL, system.code);
    const detail = { payment_system: system.code, requisites_masked: target.masked, rules: rulesText(rules, system) };
    await recordAudit(deps, tx, { actorId: operatorId, action: 'pool.add', subjectType: 'requisite', subjectId: id, detail });
  }
  const count = checked.value.length;
  return accept(isOpening ? { added: count, proposed: 0 } : { added: 0, proposed: count });
}

export interface ChangeTarget extends TypedTarget {
  readonly id: string;
  readonly version: number;
  readonly note: string;
  readonly operatorId: string;
}

/** Another card or account for new orders, by two people once there was an order. Refuses what was changed meanwhile. */
export async function changeTarget(
  deps: PoolDeps,
  tx: Tx,
  input: ChangeTarget,
): Promise<Result<{ approvalId: string | null }, RequisiteRefusalCode | 'not_found' | 'order_state_conflict' | 'approval_conflict'>> {
  const row = await findRequisite(tx, input.id, deps.clock.now());
  const system = row && deps.catalogue.paymentSystem(row.payment_system_code);
  if (!row || !system) return refuse({ code: 'not_found' });
  if (row.version !== input.version || row.state === 'retired') return refuse({ code: 'order_state_conflict' });
  const target = checkTarget(deps, system, input);
  if (!target.ok) return target;
  if (await isInPool(tx, target.value.fingerprint, row.id)) return refuse({ ...KNOWN, field: 'values' });
  const { note, operatorId, version } = input;
  if (!(await isBeforeFirstOrder(tx))) {
    const about = { deed: 'change', payment_system_id: system.code, requisite_id: row.id, version, rules: null } as const;
    return await proposeTarget(deps, tx, { ...about, target: target.value, operatorId, note });
  }
  if (!(await updateTarget(tx, { id: row.id, version, now: deps.clock.now(), target: target.value })))
    return refuse({ code: 'order_state_conflict' });
  const detail = { payment_system: system.code, requisites_masked: target.value.masked, note };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'pool.change', subjectType: 'requisite', subjectId: row.id, detail });
  return accept({ approvalId: null });
}

/** Executes an approved proposal; checked again, because the pool may have changed. */
export const executeChangeRequisite: Executor = async (deps, tx, { payload, sealed, note, proposedBy }) => {
  const proposal = Payload.parse(payload);
  const system = deps.catalogue.paymentSystem(proposal.payment_system_id);
  if (!system) return refuse({ code: 'not_found' });
  const opened = openPart(deps, { sealed, digest: proposal.requisites_digest });
  if (!opened.ok) return opened;
  const target = checkTarget(deps, system, { values: opened.value, ownerName: proposal.owner_name, bank: proposal.bank });
  if (!target.ok) return refuse({ code: 'order_state_conflict' });
  const [id, now] = [proposal.requisite_id, deps.clock.now()];
  if (proposal.deed === 'change') {
    await lockPool(tx, system.code);
    const isFree = !(await isInPool(tx, target.value.fingerprint, id));
    const isDone = isFree && (await updateTarget(tx, { id, version: proposal.version ?? 0, now, target: target.value }));
    return isDone ? accept(null) : refuse({ code: 'order_state_conflict' });
  }
  const rules = proposal.rules === null ? undefined : readRules(proposal.rules, system);
  if (rules?.ok !== true) return refuse({ code: 'order_state_conflict' });
  await lockPool(tx, system.code);
  if (await isInPool(tx, target.value.fingerprint, null)) return refuse({ code: 'order_state_conflict', message: 'requisite_in_pool' });
  const isAdded = await insertRequisite(tx, { ...target.value, id, code: system.code, note, rules: rules.value, now, by: proposedBy });
  deps.live.hint(tx, POOL_CHANNEL, system.code);
  return isAdded ? accept(null) : refuse({ code: 'order_state_conflict', message: 'requisite_in_pool' });
};
