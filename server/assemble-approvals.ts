import type { ApprovalCourse, Executors } from './approvals/executor.ts';
import { executeChange } from './changes/apply-stored.ts';
import { executeObservation } from './deposits/record-observation.ts';
import { ORDER_PARTIES } from './deposits/witnesses.ts';
import { executeChangeLimits, isLimitsChangeOver } from './limits/change-limits.ts';
import { executeGrantBonus } from './earnings/grant-bonus.ts';
import { executeReverseEarning, isReversalOver } from './earnings/reverse-by-hand.ts';
import { executeStopPair } from './earnings/stop-pair.ts';
import { executeReleaseCap } from './limits/release-cap.ts';
import { executeAgreeShare } from './partners/agree-share.ts';
import { executePayOut, PAY_OUT_COURSE } from './payouts/machine/decide-payout.ts';
import { executePostReserve } from './ledger/propose-reserve.ts';
import { executeReturnSurplus, isReturnOver } from '#server/desk/return-surplus.ts';
import { executeExtendRate, isExtensionOver } from '#server/desk/extend-order.ts';
import { executeCorrectEmail } from '#server/desk/write-to-customer.ts';
import { executeEndUnmatched, isEndUnmatchedOver } from './statements/end-line.ts';
import { executeChangeRequisite } from './pool/add-requisites.ts';
import { executeCorrectDestination, isCorrectionOver } from '#server/payouts/by-hand/correct-destination.ts';
import { executeEndPayout, isEndPayoutOver } from '#server/payouts/by-hand/end-payout.ts';
import { executeSetRefundDestination, isRefundDestinationOver } from '#server/payouts/by-hand/refund-destination.ts';

import { executeRelease, isReleaseOver } from './withdrawals/release-withdrawal.ts';
import { executeRole } from './staff/change-colleague.ts';
import { executeInvite } from './staff/invite.ts';

/** Who does what two people have agreed on: one for every kind of `core/approval.ts`. */
export const APPROVAL_EXECUTORS: Executors = {
  change_role: executeRole,
  invite_staff: executeInvite,
  end_payout: executeEndPayout,
  set_refund_destination: executeSetRefundDestination,
  correct_destination: executeCorrectDestination,
  credit_observation: executeObservation,
  return_surplus: executeReturnSurplus,
  change_requisite: executeChangeRequisite,
  end_unmatched: executeEndUnmatched,
  extend_rate: executeExtendRate,
  correct_email: executeCorrectEmail,
  post_reserve: executePostReserve,
  apply_change: executeChange,
  pay_out: executePayOut,
  release_cap: executeReleaseCap,
  release_withdrawal: executeRelease,
  agree_share: executeAgreeShare,
  change_caps: executeChangeLimits,
  grant_bonus: executeGrantBonus,
  reverse_earning: executeReverseEarning,
  stop_referral: executeStopPair,
};

/** What becomes of proposals beside their approval: which of them events go past, and what a no causes. */
export const APPROVAL_COURSE: ApprovalCourse = {
  parties: ORDER_PARTIES,
  overtaken: {
    end_payout: isEndPayoutOver,
    set_refund_destination: isRefundDestinationOver,
    correct_destination: isCorrectionOver,
    return_surplus: isReturnOver,
    extend_rate: isExtensionOver,
    end_unmatched: isEndUnmatchedOver,
    pay_out: PAY_OUT_COURSE.overtaken,
    release_withdrawal: isReleaseOver,
    change_caps: isLimitsChangeOver,
    reverse_earning: isReversalOver,
  },
  declined: { pay_out: PAY_OUT_COURSE.declined },
};
