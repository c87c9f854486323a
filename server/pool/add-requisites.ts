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
import { checkAccount, type PoolAccount, type AccountInput } from './account.ts';
import { insertRequisite, isBeforeFirstOrder, isInPool, updateAccount } from './change-store.ts';
import { POOL_CHANNEL } from './closed-systems.ts';
import { readRules, presentRules } from './rules-attributes.ts';
import { findRequisite, lockPool } from './store.ts';

type PoolDeps = Pick<Deps, 'random' | 'clock' | 'live' | 'secrets' | 'catalogue'>;
type CheckedAccount = PoolAccount & Pick<AccountInput, 'values'>;
type AddRefusal = 'approval_conflict' | 'not_allowed_amount' | RequisiteRefusalCode | 'order_state_conflict';

export interface AddRequisites {
  readonly system: PaymentSystem;
  readonly accounts: readonly AccountInput[];
  /** The parsed rules, or their refusals, which are returned with those of the accounts. */
  readonly rules: ReturnType<typeof readRules>;
  readonly note: string;
  readonly operatorId: string;
}

const ALREADY_IN_POOL = { code: 'invalid_format', message: 'requisite_in_pool' } as const;

/** Checks all accounts; refuses those that are in the pool already or occur twice in the input. */
async function checkAccounts(
  deps: PoolDeps,
  tx: Tx,
  { system, accounts }: AddRequisites,
): Promise<Result<CheckedAccount[], RequisiteRefusalCode>> {
  const refusals: Refusal<RequisiteRefusalCode>[] = [];
  const checkedAccounts: CheckedAccount[] = [];
  const fingerprints = new Set<string>();
  for (const [index, input] of accounts.entries()) {
    const account = checkAccount(deps, system, input);
    if (!account.ok) {
      refusals.push(...account.refusals.map((refusal) => ({ ...refusal, field: `requisites/${index}/${refusal.field ?? ''}` })));
      continue;
    }
    const fingerprintHex = account.value.fingerprint.toString('hex');
    if (fingerprints.has(fingerprintHex) || (await isInPool(tx, account.value.fingerprint, null)))
      refusals.push({ ...ALREADY_IN_POOL, field: `requisites/${index}/values` });
    fingerprints.add(fingerprintHex);
    checkedAccounts.push(account.value);
  }
  return refusals.length > 0 ? { ok: false, refusals } : accept(checkedAccounts);
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

interface AccountProposal {
  readonly account: CheckedAccount;
  readonly operatorId: string;
  readonly note: string;
  readonly action: Pick<Payload, 'deed' | 'payment_system_id' | 'requisite_id' | 'version' | 'rules'>;
}

async function proposeAccount(
  deps: PoolDeps,
  tx: Tx,
  { account, operatorId, note, action }: AccountProposal,
): Promise<Result<{ approvalId: string }, 'approval_conflict'>> {
  // The digest binds the approval to the sealed bytes; the fingerprint is equal for the same values, to find a repeated proposal
  const { sealed, digest, fingerprint } = sealPart(deps, account.values);
  const payload: Payload = {
    ...action,
    requisites_masked: { ...account.masked },
    owner_name: account.ownerName,
    bank: account.bank,
    requisites_digest: digest,
  };
  // A new requisite has a new id in each proposal, so the id does not tell whether a proposal is repeated
  const { requisite_id: id, ...proposal } = payload;
  const duplicateKey = { ...proposal, requisite_id: action.deed === 'add' ? null : id, requisites_digest: fingerprint };
  return await propose(deps, tx, { kind: 'change_requisite', subject: id, payload, sealed, note, operatorId, duplicateKey });
}

/**
 * Adds requisites to the pool, at once before the first order. Later a second operator must approve, because the operator who adds a card
 * could receive customers' payments (domain 11).
 */
export async function addRequisites(
  deps: PoolDeps,
  tx: Tx,
  input: AddRequisites,
): Promise<Result<{ added: number; proposed: number }, AddRefusal>> {
  const checked = await checkAccounts(deps, tx, input);
  const { system, note, operatorId } = input;
  if (!checked.ok || !input.rules.ok)
    return { ok: false, refusals: [...(checked.ok ? [] : checked.refusals), ...(input.rules.ok ? [] : input.rules.refusals)] };
  const rules = input.rules.value;
  const hasNoOrders = await isBeforeFirstOrder(tx);
  for (const account of checked.value) {
    const id = deps.random.uuid();
    if (!hasNoOrders) {
      const action = {
        deed: 'add',
        payment_system_id: system.code,
        requisite_id: id,
        version: null,
        rules: presentRules(rules, system),
      } as const;
      const proposed = await proposeAccount(deps, tx, { account, operatorId, note, action });
      if (!proposed.ok) return proposed;
      continue;
    }
    if (!(await insertRequisite(tx, { ...account, id, code: system.code, note, rules, now: deps.clock.now(), by: operatorId })))
      return refuse({ code: 'order_state_conflict', message: 'requisite_in_pool' });
    deps.live.hint(tx, POOL_CHANNEL, system.code);
    const detail = { payment_system: system.code, requisites_masked: account.masked, rules: presentRules(rules, system) };
    await recordAudit(deps, tx, { actorId: operatorId, action: 'pool.add', subjectType: 'requisite', subjectId: id, detail });
  }
  const count = checked.value.length;
  return accept(hasNoOrders ? { added: count, proposed: 0 } : { added: 0, proposed: count });
}

export interface AccountChange extends AccountInput {
  readonly id: string;
  readonly version: number;
  readonly note: string;
  readonly operatorId: string;
}

/**
 * Replaces the card or account that new orders are paid to. Needs a second operator once an order exists. Refused if the version is not
 * the newest.
 */
export async function changeAccount(
  deps: PoolDeps,
  tx: Tx,
  input: AccountChange,
): Promise<Result<{ approvalId: string | null }, RequisiteRefusalCode | 'not_found' | 'order_state_conflict' | 'approval_conflict'>> {
  const row = await findRequisite(tx, input.id, deps.clock.now());
  const system = row && deps.catalogue.paymentSystem(row.payment_system_code);
  if (!row || !system) return refuse({ code: 'not_found' });
  if (row.version !== input.version || row.state === 'retired') return refuse({ code: 'order_state_conflict' });
  const account = checkAccount(deps, system, input);
  if (!account.ok) return account;
  if (await isInPool(tx, account.value.fingerprint, row.id)) return refuse({ ...ALREADY_IN_POOL, field: 'values' });
  const { note, operatorId, version } = input;
  if (!(await isBeforeFirstOrder(tx))) {
    const action = { deed: 'change', payment_system_id: system.code, requisite_id: row.id, version, rules: null } as const;
    return await proposeAccount(deps, tx, { account: account.value, operatorId, note, action });
  }
  if (!(await updateAccount(tx, { id: row.id, version, now: deps.clock.now(), account: account.value })))
    return refuse({ code: 'order_state_conflict' });
  const detail = { payment_system: system.code, requisites_masked: account.value.masked, note };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'pool.change', subjectType: 'requisite', subjectId: row.id, detail });
  return accept({ approvalId: null });
}

/** Executes an approved proposal. The account is checked again, because the pool may have changed. */
export const executeChangeRequisite: Executor = async (deps, tx, { payload, sealed, note, proposedBy }) => {
  const proposal = Payload.parse(payload);
  const system = deps.catalogue.paymentSystem(proposal.payment_system_id);
  if (!system) return refuse({ code: 'not_found' });
  const opened = openPart(deps, { sealed, digest: proposal.requisites_digest });
  if (!opened.ok) return opened;
  const account = checkAccount(deps, system, { values: opened.value, ownerName: proposal.owner_name, bank: proposal.bank });
  if (!account.ok) return refuse({ code: 'order_state_conflict' });
  const [id, now] = [proposal.requisite_id, deps.clock.now()];
  if (proposal.deed === 'change') {
    await lockPool(tx, system.code);
    const isFree = !(await isInPool(tx, account.value.fingerprint, id));
    const isChanged = isFree && (await updateAccount(tx, { id, version: proposal.version ?? 0, now, account: account.value }));
    return isChanged ? accept(null) : refuse({ code: 'order_state_conflict' });
  }
  const rules = proposal.rules === null ? undefined : readRules(proposal.rules, system);
  if (rules?.ok !== true) return refuse({ code: 'order_state_conflict' });
  await lockPool(tx, system.code);
  if (await isInPool(tx, account.value.fingerprint, null)) return refuse({ code: 'order_state_conflict', message: 'requisite_in_pool' });
  const isAdded = await insertRequisite(tx, { ...account.value, id, code: system.code, note, rules: rules.value, now, by: proposedBy });
  deps.live.hint(tx, POOL_CHANNEL, system.code);
  return isAdded ? accept(null) : refuse({ code: 'order_state_conflict', message: 'requisite_in_pool' });
};
