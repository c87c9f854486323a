import { BOARD_CALLS } from './board.ts';
import { HANDOVER_CALLS } from './handovers.ts';
import type { Endpoint } from './endpoint.ts';
import { acceptInvitation, getInvitation } from './invitations.ts';
import { officeAuditCsv, officeListAuditRecords } from './office-audit.ts';
import { STAFF_CALLS } from './office-staff.ts';
import { changePassword, endOtherSessions, endOwnSession, listOwnSessions, listSecurityEvents } from './account.ts';
import * as accounts from './accounts.ts';
import { CHAT_CALLS } from './chat.ts';
import { OFFICE_CHAT_CALLS } from './office-chat.ts';
import { createCaptcha } from './captcha.ts';
import { CRYPTO_STATS_CALLS } from './crypto-stats.ts';
import { FOLLOWING_CALLS } from './following.ts';
import { DIRECTION_CALLS } from './directions.ts';
import { listCountries } from './countries.ts';
import { officeListCountryRules } from './office-countries.ts';
import { CARD_VERIFICATION_CALLS } from './card-verifications.ts';
import { OFFICE_CARD_VERIFICATION_CALLS } from './office-card-verifications.ts';
import { getOperator, keepAwake } from './office.ts';
import { APPROVAL_CALLS } from './office-approvals.ts';
import { OFFICE_TEXT_CALLS } from './office-texts.ts';
import { NOTICE_CALLS } from './notices.ts';
import { MAIL_CHOICE_CALLS } from './mail-choices.ts';
import { PERSONAL_DATA_CALLS } from './personal-data.ts';
import { BLACKLIST_CALLS } from './office-blacklist.ts';
import { CUSTOMER_CALLS } from './office-customer-desk.ts';
import { officeGetCustomer, officeNoteCustomer } from './office-customers.ts';
import { officeGetAlarmTry, officeGetOwnAlarms, officeSaveOwnAlarms, officeTryAlarms } from './office-alarms.ts';
import {
  officeApplyPlan,
  officeCheckPaymentSystem,
  officeExportCsv,
  officeExportJson,
  officeGetDirection,
  officeGetPaymentSystem,
  officeListDirections,
  officeListLibrary,
  officeListPaymentSystems,
  officePreviewPlan,
} from './office-catalogue.ts';
import {
  officeCancelChange,
  officeGetChange,
  officeListChangeItems,
  officeListChanges,
  officeRollBackChange,
  officeSubmitChange,
} from './office-changes.ts';
import {
  officeAddBankLine,
  officeEndBankLine,
  officeImportStatement,
  officeListBankLines,
  officeMatchBankLine,
  officeReadStatement,
} from './office-bank-lines.ts';
import { officeExtendOrder, officeResendLink, officeWriteToCustomer } from './office-deeds.ts';
import { officeFigureOrdersCsv, officeGetFigures, officeListFigureOrders } from './office-figures.ts';
import { officeCloseShift, officeExportShifts, officeListShifts, officeListWalletBalances } from './office-shifts.ts';
import { officeCloseIncident, officeListIncidents } from './office-incidents.ts';
import { officeListReservePostings, officeListReserves, officePostReserve, officePreviewReserve } from './office-ledger.ts';
import {
  officeChooseRateSources,
  officeConfirmPrice,
  officeGetMarketPrice,
  officeGetRateEvidence,
  officeGetRateSourceChoice,
  officeListMarketPrices,
  officeListRateSources,
} from './office-market.ts';
import {
  officeAddNote,
  officeClaimOrder,
  officeGetCheque,
  officeGetOrder,
  officeListOrders,
  officeMoveOrder,
  officeOrderEvents,
  officeReleaseOrder,
  officeReturnSurplus,
} from './office-orders.ts';
import { officeTakeOverOrder } from './office-take-over.ts';
import {
  officeAskDestination,
  officeAskRefundDestination,
  officeCorrectDestination,
  officeEndPayout,
  officeGiveBackPayout,
  officeRetryRefund,
  officeRevealDestination,
  officeSetRefundDestination,
  officeTakePayout,
} from './office-payouts.ts';
import { CONTENT_CALLS } from './content.ts';
import { OFFICE_CONTENT_CALLS } from './office-content.ts';
import { CONTENT_PART_CALLS } from './office-content-parts.ts';
import { SETTINGS_CALLS } from './office-settings.ts';
import { officeSearch } from './office-search.ts';
import { officeListWork } from './office-work.ts';
import { OFFICE_NOTICE_CALLS } from './office-public-notice.ts';
import { OFFICE_RESERVE_REQUEST_CALLS } from './office-reserve-requests.ts';
import { ONLINE_PAYMENT_CALLS } from './online-payments.ts';
import { RESERVE_REQUEST_CALLS } from './reserve-requests.ts';
import { OFFICE_REVIEW_CALLS } from './office-reviews.ts';
import { REVIEW_CALLS } from './reviews.ts';
import {
  officeAddTaskProof,
  officeShowTaskProof,
  officeEndTask,
  officeGetTaskProof,
  officeGiveBackTask,
  officeListTasks,
  officeMarkTaskNotSent,
  officeRevealTask,
  officeTakeTask,
} from './office-payout-tasks.ts';
import { POOL_CALLS } from './office-pool.ts';
import { officePreviewChange, officeRateGrid } from './office-rate-desk.ts';
import { officeCheckMail, officeGetOpening, officeOpenShop } from './office-opening.ts';
import { officeListSlotRules } from './office-slot-rules.ts';
import { officeListSlots, officePublishSlot, officeWithdrawSlot } from './office-slots.ts';
import {
  acceptRequote,
  cancelOrder,
  confirmPayment,
  createOrder,
  getOrder,
  getPayoutProof,
  getReceipt,
  getRequisites,
  giveDestination,
  listOrders,
  orderEvents,
  requestRefund,
  sendCheque,
} from './orders.ts';
import { officeRecordObservation } from './office-observations.ts';
import { officeChangeLimits, officeGetLimits } from './office-limits.ts';
import { officeListSwitches, officeSwitchOff, officeSwitchOn } from './office-switches.ts';
import { beginProvider, listSignInProviders } from './sign-in-providers.ts';
import { OFFICE_WITHDRAWAL_CALLS } from './office-withdrawals.ts';
import { PAYOUT_CALLS } from './payouts.ts';
import { getPublicNotice } from './public-notice.ts';
import { listPaymentSystems } from './payment-systems.ts';
import { getRateHistory, officeGetPriceHistory } from './rate-history.ts';
import { calculateFirstSlot, calculateFromIncome, calculateFromOutcome } from './rate-calculations.ts';
import { checkTypedRequisites } from './requisite-checks.ts';
import { verifyReceipt } from './receipts.ts';
import {
  addPasskey,
  askNewPasskey,
  askPasskey,
  beginTotp,
  confirmTotp,
  getSecondFactors,
  giveSecondFactor,
  makeRecoveryCodes,
  removePasskey,
  removeTotp,
  renamePasskey,
} from './second-factors.ts';
import {
  addPassword,
  askPasskeySignIn,
  disavowSignIn,
  dropPassword,
  getWaysIn,
  proveByPassword,
  removeAuthentication,
  signInByPasskey,
} from './ways-in.ts';
import { createSession, currentSession, deleteSession, endedSession } from './sessions.ts';
import { OFFICE_PARTNER_CALLS } from './office-partners.ts';
import { PARTNER_KEY_CALLS } from './partner-keys.ts';
import { REFERRAL_PAIR_CALLS } from './office-referral-pairs.ts';
import { officeGetProgramme } from './office-programme.ts';
import { OFFICE_EARNING_CALLS } from './office-earnings.ts';
import { EARNING_CALLS } from './earnings.ts';
import { REFERRAL_CALLS } from './referrals.ts';
import { PARTNER_CALLS } from './partners.ts';
import { USER_WALLET_CALLS } from './user-wallets.ts';
import { officeListAcquirers } from './office-acquirers.ts';
import { OFFICE_WEBHOOK_CALLS } from './office-webhooks.ts';
import { WEBHOOK_CALLS } from './webhooks.ts';

/** Every call there is: the product serves exactly these, which a test compares. */
export const ALL_ENDPOINTS: readonly Endpoint[] = [
  createSession,
  currentSession,
  endedSession,
  deleteSession,
  ...Object.values(accounts),
  listSignInProviders,
  beginProvider,
  getWaysIn,
  proveByPassword,
  addPassword,
  dropPassword,
  removeAuthentication,
  askPasskeySignIn,
  signInByPasskey,
  disavowSignIn,
  changePassword,
  getInvitation,
  acceptInvitation,
  officeListAuditRecords,
  officeAuditCsv,
  ...STAFF_CALLS,
  listOwnSessions,
  endOwnSession,
  endOtherSessions,
  listSecurityEvents,
  getSecondFactors,
  giveSecondFactor,
  askPasskey,
  beginTotp,
  confirmTotp,
  removeTotp,
  askNewPasskey,
  addPasskey,
  renamePasskey,
  removePasskey,
  makeRecoveryCodes,
  getPublicNotice,
  listPaymentSystems,
  checkTypedRequisites,
  createCaptcha,
  calculateFromIncome,
  calculateFromOutcome,
  calculateFirstSlot,
  getRateHistory,
  ...DIRECTION_CALLS,
  ...BOARD_CALLS,
  ...HANDOVER_CALLS,
  ...CRYPTO_STATS_CALLS,
  createOrder,
  listOrders,
  getOrder,
  cancelOrder,
  getRequisites,
  giveDestination,
  confirmPayment,
  sendCheque,
  acceptRequote,
  requestRefund,
  orderEvents,
  getPayoutProof,
  getReceipt,
  verifyReceipt,
  ...USER_WALLET_CALLS,
  ...REFERRAL_CALLS,
  ...PARTNER_KEY_CALLS,
  ...EARNING_CALLS,
  ...WEBHOOK_CALLS,
  officeListAcquirers,
  ...OFFICE_WEBHOOK_CALLS,
  ...PAYOUT_CALLS,
  ...PARTNER_CALLS,
  ...MAIL_CHOICE_CALLS,
  ...NOTICE_CALLS,
  ...CARD_VERIFICATION_CALLS,
  ...OFFICE_TEXT_CALLS,
  ...PERSONAL_DATA_CALLS,
  getOperator,
  officeSearch,
  officeListWork,
  keepAwake,
  officeListOrders,
  officeWriteToCustomer,
  officeResendLink,
  officeExtendOrder,
  ...CUSTOMER_CALLS,
  ...OFFICE_PARTNER_CALLS,
  ...BLACKLIST_CALLS,
  ...OFFICE_EARNING_CALLS,
  officeGetProgramme,
  ...REFERRAL_PAIR_CALLS,
  officeGetCustomer,
  officeNoteCustomer,
  officeGetOrder,
  officeOrderEvents,
  officeClaimOrder,
  officeReleaseOrder,
  officeTakeOverOrder,
  officeReturnSurplus,
  officeAddNote,
  officeRecordObservation,
  officeMoveOrder,
  officeGetCheque,
  officeListReserves,
  officePostReserve,
  officePreviewReserve,
  officeListReservePostings,
  officeListSlotRules,
  officeListSlots,
  officePublishSlot,
  officeWithdrawSlot,
  officeGetLimits,
  officeChangeLimits,
  officeListSwitches,
  officeSwitchOff,
  officeSwitchOn,
  ...OFFICE_NOTICE_CALLS,
  ...RESERVE_REQUEST_CALLS,
  ...ONLINE_PAYMENT_CALLS,
  ...OFFICE_RESERVE_REQUEST_CALLS,
  ...REVIEW_CALLS,
  ...OFFICE_REVIEW_CALLS,
  ...POOL_CALLS,
  officeListTasks,
  officeTakeTask,
  officeGiveBackTask,
  officeMarkTaskNotSent,
  officeRevealTask,
  officeEndTask,
  officeAddTaskProof,
  officeShowTaskProof,
  officeGetTaskProof,
  officeReadStatement,
  officeImportStatement,
  officeAddBankLine,
  officeListBankLines,
  officeMatchBankLine,
  officeEndBankLine,
  ...OFFICE_CARD_VERIFICATION_CALLS,
  officeListIncidents,
  officeCloseIncident,
  officeRateGrid,
  officePreviewChange,
  officeApplyPlan,
  officeCheckPaymentSystem,
  officeExportCsv,
  officeExportJson,
  officeGetDirection,
  officeGetPaymentSystem,
  officeListDirections,
  officeListLibrary,
  officeListPaymentSystems,
  officePreviewPlan,
  officeSubmitChange,
  officeListChanges,
  officeGetChange,
  officeListChangeItems,
  officeRollBackChange,
  officeCancelChange,
  ...APPROVAL_CALLS,
  officeTakePayout,
  officeGiveBackPayout,
  officeEndPayout,
  officeRevealDestination,
  officeRetryRefund,
  officeSetRefundDestination,
  officeAskDestination,
  officeAskRefundDestination,
  officeCorrectDestination,
  ...Object.values(SETTINGS_CALLS).flatMap(({ read, save }) => [read, save]),
  officeCloseShift,
  officeExportShifts,
  officeListShifts,
  officeListWalletBalances,
  officeGetFigures,
  officeListFigureOrders,
  officeFigureOrdersCsv,
  officeGetAlarmTry,
  officeGetOwnAlarms,
  officeSaveOwnAlarms,
  officeTryAlarms,
  officeListMarketPrices,
  officeGetMarketPrice,
  officeConfirmPrice,
  officeListRateSources,
  officeGetPriceHistory,
  officeGetRateSourceChoice,
  officeChooseRateSources,
  officeGetRateEvidence,
  officeGetOpening,
  officeCheckMail,
  officeOpenShop,
  listCountries,
  officeListCountryRules,
  ...OFFICE_WITHDRAWAL_CALLS,
  ...CHAT_CALLS,
  ...FOLLOWING_CALLS,
  ...OFFICE_CHAT_CALLS,
  ...CONTENT_CALLS,
  ...OFFICE_CONTENT_CALLS,
  ...CONTENT_PART_CALLS,
];
