import type { OperatorRole } from './access.ts';
import { PAYOUT_PURPOSES, type PayoutPurpose } from './payout.ts';
import { compare, type Fraction, fraction, multiply } from './money/fraction.ts';
import { pow10 } from './money/decimals.ts';
import { DAY_MS } from './time.ts';

/** How long a proposal waits for its second person. */
export const APPROVAL_MS = DAY_MS;

/** Where nobody else could decide, how long a change stands for everybody to see before it takes effect (domain 11). */
export const ALONE_MS = DAY_MS;

interface ApprovalRule {
  /** What the proposal is about: the subject of its audit line. */
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
  /** Who may approve or decline it; the owner may everything and is not repeated. Never the one who proposed it. */
  readonly roles: readonly OperatorRole[];
  /** Where nobody else could decide: it `waits` for somebody who can, or takes effect `after_delay` by itself, visible and to be taken back until then. */
  readonly alone?: 'waits' | 'after_delay';
}

/** What two people do together (domain 5, 6). A new kind needs its executor at assembly and its words (`office.approval.kind`). */
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

/** What a proposal is about: payouts are of orders or of what their payload says. */
export const subjectTypeOf = (kind: ApprovalKind, payload: Readonly<Record<string, unknown>>): ApprovalRule['subject'] =>
  payload['subject_kind'] === 'withdrawal' ? 'withdrawal' : ruleOf(kind).subject;

/** What leaves is called by what it is; a payout of an order by the kind alone. */
type LeavingKind = 'pay_out' | 'end_payout';
const LEAVING_KINDS: readonly LeavingKind[] = ['pay_out', 'end_payout'];
type OtherMoney = Exclude<PayoutPurpose, 'payout'> | 'withdrawal';
const OTHER_MONEY: readonly OtherMoney[] = [...PAYOUT_PURPOSES.filter((one) => one !== 'payout'), 'withdrawal'];

/** How people call a proposal (`office.approval.kind`): by its kind, and by the money where one kind is of several. */
export type ApprovalTitle = ApprovalKind | `${LeavingKind}_${OtherMoney}`;

export const APPROVAL_TITLES = [
  ...APPROVAL_KIND_NAMES,
  ...LEAVING_KINDS.flatMap((kind) => OTHER_MONEY.map((money) => `${kind}_${money}` as const)),
] as [ApprovalTitle, ...ApprovalTitle[]];

/** The title of a proposal: of a payout whose payload says what it pays, by that. */
export function approvalTitle(kind: ApprovalKind, payload: Readonly<Record<string, unknown>>): ApprovalTitle {
  const leaving = LEAVING_KINDS.find((one) => one === kind);
  if (leaving === undefined) return kind;
  const of = subjectTypeOf(kind, payload) === 'withdrawal' ? 'withdrawal' : payload['purpose'];
  const money = OTHER_MONEY.find((one) => one === of);
  return money === undefined ? kind : `${leaving}_${money}`;
}

/** Whether a proposal takes effect by itself where its proposer is the only one who could decide (domain 11: roles, requisites, limits). */
export const takesEffectAlone = (kind: ApprovalKind): boolean => ruleOf(kind).alone === 'after_delay';

/** Every role that may decide on proposals of this kind. */
export const decidersOf = (kind: ApprovalKind): readonly OperatorRole[] => [...ruleOf(kind).roles, 'owner'];

/** Whether a role may approve or decline proposals of this kind at all. */
export const mayDecide = (role: string, kind: ApprovalKind): boolean => decidersOf(kind).some((one) => one === role);

/**
 * Whether an amount (minor units at `scale`; the sign does not matter) is worth more than `limitUsd` whole dollars at `usd` dollars
 * for one whole unit. Without a price it is: what cannot be judged is looked at by two.
 */
export function isAboveUsd(
  amount: bigint,
  scale: number,
  price: { readonly usd: Fraction | undefined; readonly limitUsd: bigint },
): boolean {
  if (price.usd === undefined) return true;
  const worth = multiply(fraction(amount < 0n ? -amount : amount, pow10(scale)), price.usd);
  return compare(worth, fraction(price.limitUsd, 1n)) > 0;
}
