import * as z from 'zod';
import { formatAmount } from '#core/money/amount.ts';
import {
  type ApprovalReason,
  approvalsNeeded,
  type CapName,
  capsOf,
  exceededCap,
  reasonsByWorth,
  worthUsd,
} from '#core/payout/payout-limits.ts';
import { PAYOUT_PURPOSES } from '#core/payout/payout.ts';
import { accept, refuse } from '#core/result.ts';
import { canonicalJson } from '#core/text/canonical-json.ts';
import { DAY_MS, HOUR_MS, type Instant } from '#core/time.ts';
import type { ApprovalHooks, Executor, OvertakenCheck } from '#server/approvals/executor.ts';
import { findDecisions, isApproved, type PastDecision } from '#server/approvals/queries.ts';
import { proposeByService } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { raiseIncident } from '#server/incidents/raise-incident.ts';
import type { PayoutDestination, PendingPayout } from '#server/payouts/subject.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { payoutPause } from '#server/switches/switches.ts';
import { lockWallet, readWalletUse } from './wallet-use.ts';

type GateDeps = Pick<Deps, 'random' | 'secrets' | 'clock' | 'live' | 'log' | 'catalogue' | 'quotes' | 'limits'>;

type BlockDeps = GateDeps & Pick<Deps, 'payoutSubjects'>;

/** Why a payout may not be sent yet. */
export type PayoutBlock = 'paused' | 'approval' | 'cap';

/** After a refusal, approval of the same payout is not requested again for this long. */
const REPROPOSE_AFTER_MS = HOUR_MS;
/** A payout waits for approval as long as needed; alarms of the queue report it. */
const PROPOSAL_MS = 30 * DAY_MS;

function amountFacts({ catalogue, quotes, limits }: GateDeps, { code, amount }: PendingPayout) {
  const system = catalogue.paymentSystem(code);
  if (system === undefined) throw new Error(`the catalogue lost ${code}`);
  const usd = quotes.usdOf(code);
  const worth = worthUsd(amount, system.scale, usd);
  return { system, usd, worth, needs: approvalsNeeded(limits.current(), code, worth) };
}

interface ApprovalNeed {
  /** Number of approvals needed before it is sent. */
  readonly needs: 0 | 1 | 2;
  /** Why it needs approval; empty: it does not. */
  readonly reasons: readonly ApprovalReason[];
}

async function approvalNeed(deps: GateDeps, payout: PendingPayout): Promise<ApprovalNeed> {
  const { needs, worth } = amountFacts(deps, payout);
  const reasons = [...reasonsByWorth(needs, worth), ...(await payout.extraReasons())];
  return { needs: needs === 0 && reasons.length > 0 ? 1 : needs, reasons };
}

/**
 * What an approver agrees to: amount, currency, destination and reasons (domain 5). Any change is another proposal: approving a large
 * amount is not approving a customer blacklisted since.
 */
function payloadOf(deps: GateDeps, payout: PendingPayout, { masked, digest, reasons }: PayoutDestination & Pick<ApprovalNeed, 'reasons'>) {
  const { system } = amountFacts(deps, payout);
  return {
    purpose: payout.purpose,
    why: reasons,
    subject_kind: payout.subject.kind,
    payment_system_id: payout.code,
    amount: formatAmount(payout.amount, system.scale),
    currency_iso_code: system.currency,
    destination: masked,
    destination_digest: digest,
  };
}

/**
 * Whether approval is pending, or was declined less than an hour ago. An `overtaken` proposal does not count: after a temporarily missing
 * price, approval must be requested again.
 */
function isPendingOrDeclined(
  { state, decidedAt, expiresAt }: PastDecision,
  { since, now }: { readonly since: Instant; readonly now: Instant },
): boolean {
  if (state === 'open') return expiresAt > now;
  return state === 'declined' && decidedAt > since && now - decidedAt < REPROPOSE_AFTER_MS;
}

/** Whether enough people approved exactly this payout; requests approval if none is pending. */
async function hasNeededApprovals(deps: GateDeps, tx: Tx, payout: PendingPayout): Promise<boolean> {
  const { needs, reasons } = await approvalNeed(deps, payout);
  if (needs === 0) return true;
  const destination = await payout.destination();
  const proposal = { kind: 'pay_out', subject: payout.subject.id, payload: payloadOf(deps, payout, { ...destination, reasons }) } as const;
  const decisions = await findDecisions(tx, proposal);
  if (isApproved(decisions, needs)) return true;
  const [newest] = decisions;
  // Approved by fewer people than limits or prices now require: request approval again
  if (newest === undefined || !isPendingOrDeclined(newest, { since: destination.since, now: deps.clock.now() }))
    await proposeByService(deps, tx, { ...proposal, note: '', needs, waitsMs: PROPOSAL_MS });
  return false;
}

/** The cap this payout would exceed. Locks the wallet until the transaction ends, so concurrent claims are counted. */
async function findExceededCap(deps: BlockDeps, tx: Tx, payout: PendingPayout): Promise<CapName | null> {
  const caps = capsOf(deps.limits.current(), payout.wallet);
  if (caps === undefined) return null;
  const { system, usd } = amountFacts(deps, payout);
  await lockWallet(tx, payout.wallet);
  const now = deps.clock.now();
  const since = { hour: new Date(now - HOUR_MS), day: new Date(now - DAY_MS) };
  const to = payout.purpose === 'payout' ? payout.subject : null;
  const use = await readWalletUse(deps, tx, { wallet: payout.wallet, since, to });
  return exceededCap(caps, { amount: payout.amount, scale: system.scale, usd }, use);
}

/** Raises an incident and requests two approvals to reset the cap (domain 5). */
async function stopAtCap(deps: GateDeps, tx: Tx, payout: PendingPayout, cap: CapName): Promise<void> {
  const { wallet } = payout;
  const detail = { cap, [`${payout.subject.kind}_id`]: payout.subject.id };
  await raiseIncident(deps, tx, { kind: 'payout_cap', subject: wallet, detail });
  const proposal = { kind: 'release_cap', subject: wallet, payload: { wallet, cap } } as const;
  const [newest] = await findDecisions(tx, proposal);
  if (newest === undefined || !isPendingOrDeclined(newest, { since: 0, now: deps.clock.now() }))
    await proposeByService(deps, tx, { ...proposal, note: '', needs: 2 });
}

/**
 * Why this payout may not be sent now (domain 5): payouts are paused, an approval is missing, or a wallet cap is reached. Called in the
 * claiming transaction. Null: it may be sent.
 */
export async function findBlock(deps: BlockDeps, tx: Tx, payout: PendingPayout): Promise<PayoutBlock | null> {
  if ((await payoutPause(tx, { ...payout, now: deps.clock.now() })) !== null) return 'paused';
  if (!(await hasNeededApprovals(deps, tx, payout))) return 'approval';
  const cap = await findExceededCap(deps, tx, payout);
  if (cap === null) return null;
  await stopAtCap(deps, tx, payout, cap);
  return 'cap';
}

/** Whether a proposal still matches the payout: amount, destination and reasons. */
async function isSameProposal(deps: GateDeps, payload: unknown, payout: PendingPayout): Promise<boolean> {
  const { reasons } = await approvalNeed(deps, payout);
  return canonicalJson(payload) === canonicalJson(payloadOf(deps, payout, { ...(await payout.destination()), reasons }));
}

/** Whether a proposal matches the payout and is still needed: raised limits or changed prices may have made it unnecessary. */
async function isStillNeeded(deps: GateDeps, tx: Tx, proposed: unknown, payout: PendingPayout): Promise<boolean> {
  const { needs, reasons } = await approvalNeed(deps, payout);
  const payload = payloadOf(deps, payout, { ...(await payout.destination()), reasons });
  if (canonicalJson(proposed) !== canonicalJson(payload)) return false;
  return needs > 0 && !isApproved(await findDecisions(tx, { kind: 'pay_out', subject: payout.subject.id, payload }), needs);
}

const Payload = z.looseObject({ purpose: z.enum(PAYOUT_PURPOSES), subject_kind: z.enum(['order', 'withdrawal']) });

/**
 * Queues the job of an approved payout, which finds the approval and claims the payout (T19). Refused if the payout differs from the
 * approved one.
 */
export const executePayoutApproval: Executor = async (deps, tx, { subject, payload }) => {
  const { purpose, subject_kind: kind } = Payload.parse(payload);
  const payoutSubject = deps.payoutSubjects[kind];
  const outgoing = await payoutSubject.findWaiting(deps, tx, subject, purpose);
  if (outgoing === undefined || !(await isSameProposal(deps, payload, outgoing))) return refuse({ code: 'order_state_conflict' });
  await payoutSubject.enqueue(deps, tx, subject, purpose);
  return accept(null);
};

/** Fails a declined payout (T21); an operator retries or refunds it (T25). A declined refund or surplus keeps waiting. */
const declinePayout: NonNullable<ApprovalHooks['declined']['pay_out']> = async (deps, tx, { subject, payload, proposedBy, note }) => {
  const { purpose, subject_kind: kind } = Payload.parse(payload);
  await deps.payoutSubjects[kind].decline(deps, tx, subject, { purpose, operatorId: proposedBy, note });
};

/** Whether the payout was paid by hand, refunded or corrected since the proposal, or needs no approval any more. */
const isPayoutApprovalOutdated: OvertakenCheck = async (deps, tx, { subject, payload }) => {
  const { purpose, subject_kind: kind } = Payload.parse(payload);
  const outgoing = await deps.payoutSubjects[kind].findWaiting(deps, tx, subject, purpose);
  return outgoing === undefined || !(await isStillNeeded(deps, tx, payload, outgoing));
};

export const PAYOUT_APPROVAL = { overtaken: isPayoutApprovalOutdated, declined: declinePayout };
