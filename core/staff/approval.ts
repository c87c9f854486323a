import { oneOf } from '#core/closed-list.ts';
import type { OperatorRole } from '#core/access/access.ts';
import { PAYOUT_PURPOSES, type PayoutPurpose } from '#core/payout/payout.ts';
import { absolute } from '#core/money/bigint.ts';
import { compare, type Fraction, fraction, multiply } from '#core/money/fraction.ts';
import { pow10 } from '#core/money/decimals.ts';
import { DAY_MS } from '#core/time.ts';

/** How long a proposal waits for its second person, ms. */
export const APPROVAL_MS = DAY_MS;

/** How long a change stays visible before it takes effect if no other person could decide about it (domain 11), ms. */
export const SOLE_DECIDER_DELAY_MS = DAY_MS;

interface ApprovalRule {
  /** Subject type of its entry in the audit log. */
  readonly subject:
    | 'bank_line'
    | 'change'
    | 'earning'
    | 'invitation'
    | 'limits'
    | 'order'
    | 'referral'
    | 'requisite'
    | 'reserve'
    | 'user'
    | 'wallet'
    | 'withdrawal';
  /** Roles that may approve or decline it, never the proposer. The owner always may and is not listed. */
  readonly roles: readonly OperatorRole[];
  /** What happens if no other person could decide: the proposal `waits`, or takes effect `after_delay`. It can be withdrawn until then. */
  readonly alone?: 'waits' | 'after_delay';
}

/** Actions that need two people (domain 5, 6). A new kind needs its executor in its module and its label (`office.approval.kind`). */
export const APPROVAL_KINDS = {
  change_role: { subject: 'user', roles: [], alone: 'after_delay' },
  invite_staff: { subject: 'invitation', roles: [], alone: 'after_delay' },
  end_payout: { subject: 'order', roles: ['cashier', 'treasurer'] },
  set_refund_destination: { subject: 'order', roles: ['cashier', 'treasurer', 'compliance'] },
  correct_destination: { subject: 'order', roles: ['cashier', 'treasurer', 'compliance'] },
  credit_observation: { subject: 'order', roles: ['cashier', 'treasurer'] },
  return_surplus: { subject: 'order', roles: ['cashier', 'treasurer'] },
  change_requisite: { subject: 'requisite', roles: ['treasurer'], alone: 'after_delay' },
  end_unmatched: { subject: 'bank_line', roles: ['treasurer'], alone: 'after_delay' },
  extend_rate: { subject: 'order', roles: ['cashier', 'treasurer'] },
  correct_email: { subject: 'order', roles: ['cashier', 'treasurer', 'compliance'] },
  post_reserve: { subject: 'reserve', roles: ['treasurer'] },
  apply_change: { subject: 'change', roles: ['treasurer'], alone: 'after_delay' },
  pay_out: { subject: 'order', roles: ['cashier', 'treasurer'] },
  release_cap: { subject: 'wallet', roles: ['treasurer'] },
  release_withdrawal: { subject: 'withdrawal', roles: ['cashier', 'treasurer'] },
  grant_bonus: { subject: 'user', roles: ['treasurer'] },
  stop_referral: { subject: 'referral', roles: ['compliance', 'treasurer'] },
  reverse_earning: { subject: 'earning', roles: ['compliance', 'treasurer'] },
  agree_share: { subject: 'user', roles: ['treasurer'], alone: 'after_delay' },
  change_caps: { subject: 'limits', roles: [], alone: 'after_delay' },
} as const satisfies Readonly<Record<string, ApprovalRule>>;

export type ApprovalKind = keyof typeof APPROVAL_KINDS;

export const APPROVAL_KIND_NAMES = Object.keys(APPROVAL_KINDS) as [ApprovalKind, ...ApprovalKind[]];

const ruleOf = (kind: ApprovalKind): ApprovalRule => APPROVAL_KINDS[kind];

/** Subject type of a proposal: a payout is of an order, or of a withdrawal where the payload says so. */
export const subjectTypeOf = (kind: ApprovalKind, payload: Readonly<Record<string, unknown>>): ApprovalRule['subject'] =>
  payload['subject_kind'] === 'withdrawal' ? 'withdrawal' : ruleOf(kind).subject;

/** Kinds of proposals about payouts. Each has a label per purpose; the payout of an order has the label of the kind alone. */
type PayoutProposalKind = 'pay_out' | 'end_payout';
const PAYOUT_PROPOSAL_KINDS: readonly PayoutProposalKind[] = ['pay_out', 'end_payout'];
type OtherPurpose = Exclude<PayoutPurpose, 'payout'> | 'withdrawal';
const OTHER_PURPOSES: readonly OtherPurpose[] = [...PAYOUT_PURPOSES.filter((purpose) => purpose !== 'payout'), 'withdrawal'];

/** Label of a proposal (`office.approval.kind`): its kind, with the purpose where the kind has several. */
export type ApprovalTitle = ApprovalKind | `${PayoutProposalKind}_${OtherPurpose}`;

export const APPROVAL_TITLES = [
  ...APPROVAL_KIND_NAMES,
  ...PAYOUT_PROPOSAL_KINDS.flatMap((kind) => OTHER_PURPOSES.map((purpose) => `${kind}_${purpose}` as const)),
] as [ApprovalTitle, ...ApprovalTitle[]];

/** The label key of a proposal; for a payout it depends on the purpose in the payload. */
export function approvalTitle(kind: ApprovalKind, payload: Readonly<Record<string, unknown>>): ApprovalTitle {
  const payoutKind = oneOf(PAYOUT_PROPOSAL_KINDS, kind);
  if (payoutKind === undefined) return kind;
  const purposeName = subjectTypeOf(kind, payload) === 'withdrawal' ? 'withdrawal' : payload['purpose'];
  const purpose = oneOf(OTHER_PURPOSES, purposeName);
  return purpose === undefined ? kind : `${payoutKind}_${purpose}`;
}

/** Whether a proposal takes effect after a delay where only its proposer could decide (domain 11: roles, requisites, limits). */
export const takesEffectAlone = (kind: ApprovalKind): boolean => ruleOf(kind).alone === 'after_delay';

/** Every role that may decide on proposals of this kind. */
export const decidersOf = (kind: ApprovalKind): readonly OperatorRole[] => [...ruleOf(kind).roles, 'owner'];

/** Whether a role may approve or decline proposals of this kind at all. */
export const mayDecide = (role: string, kind: ApprovalKind): boolean => decidersOf(kind).some((decider) => decider === role);

/**
 * Whether an amount (minor units, sign ignored) is worth more than `limitUsd` whole dollars, at `usd` dollars per whole unit. True without
 * a price.
 */
export function isAboveUsd(
  amount: bigint,
  scale: number,
  price: { readonly usd: Fraction | undefined; readonly limitUsd: bigint },
): boolean {
  if (price.usd === undefined) return true;
  const worth = multiply(fraction(absolute(amount), pow10(scale)), price.usd);
  return compare(worth, fraction(price.limitUsd, 1n)) > 0;
}
