import { BOARD_CALLS } from './public/board.ts';
import { HANDOVER_CALLS } from './public/handovers.ts';
import type { Endpoint } from './endpoint.ts';
import { acceptInvitation, getInvitation } from './account/invitations.ts';
import { officeAuditCsv, officeListAuditRecords } from './office/shop/audit.ts';
import { STAFF_CALLS } from './office/shop/staff.ts';
import { changePassword, endOtherSessions, endOwnSession, listOwnSessions, listSecurityEvents } from './account/account.ts';
import * as accounts from './account/accounts.ts';
import { CHAT_CALLS } from './public/chat.ts';
import { OFFICE_CHAT_CALLS } from './office/customers/chat.ts';
import { createCaptcha } from './public/captcha.ts';
import { CRYPTO_STATS_CALLS } from './public/crypto-stats.ts';
import { FOLLOWING_CALLS } from './public/following.ts';
import { DIRECTION_CALLS } from './public/directions.ts';
import { listCountries } from './public/countries.ts';
import { officeListCountryRules } from './office/catalogue/countries.ts';
import { CARD_VERIFICATION_CALLS } from './public/card-verifications.ts';
import { OFFICE_CARD_VERIFICATION_CALLS } from './office/orders/card-verifications.ts';
import { getOperator, keepAwake } from './office/shop/operator.ts';
import { APPROVAL_CALLS } from './office/orders/approvals.ts';
import { OFFICE_TEXT_CALLS } from './office/content/texts.ts';
import { NOTICE_CALLS } from './account/notices.ts';
import { MAIL_CHOICE_CALLS } from './account/mail-choices.ts';
import { PERSONAL_DATA_CALLS } from './account/personal-data.ts';
import { BLACKLIST_CALLS } from './office/customers/blacklist.ts';
import { CUSTOMER_CALLS } from './office/customers/customer-desk.ts';
import { officeGetCustomer, officeNoteCustomer } from './office/customers/customers.ts';
import { officeGetAlarmTry, officeGetOwnAlarms, officeSaveOwnAlarms, officeTryAlarms } from './office/shop/alarms.ts';
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
} from './office/catalogue/catalogue.ts';
import {
  officeCancelChange,
  officeGetChange,
  officeListChangeItems,
  officeListChanges,
  officeRollBackChange,
  officeSubmitChange,
} from './office/catalogue/changes.ts';
import {
  officeAddBankLine,
  officeEndBankLine,
  officeImportStatement,
  officeListBankLines,
  officeMatchBankLine,
  officeReadStatement,
} from './office/money/bank-lines.ts';
import { officeExtendOrder, officeResendLink, officeWriteToCustomer } from './office/orders/actions.ts';
import { officeFigureOrdersCsv, officeGetFigures, officeListFigureOrders } from './office/shop/figures.ts';
import { officeCloseShift, officeExportShifts, officeListShifts, officeListWalletBalances } from './office/shop/shifts.ts';
import { officeCloseIncident, officeListIncidents } from './office/shop/incidents.ts';
import { officeListReservePostings, officeListReserves, officePostReserve, officePreviewReserve } from './office/money/ledger.ts';
import {
  officeChooseRateSources,
  officeConfirmPrice,
  officeGetMarketPrice,
  officeGetRateEvidence,
  officeGetRateSourceChoice,
  officeListMarketPrices,
  officeListRateSources,
} from './office/catalogue/market.ts';
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
} from './office/orders/orders.ts';
import { officeTakeOverOrder } from './office/orders/take-over.ts';
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
} from './office/money/payouts.ts';
import { CONTENT_CALLS } from './public/content.ts';
import { OFFICE_CONTENT_CALLS } from './office/content/content.ts';
import { CONTENT_PART_CALLS } from './office/content/content-parts.ts';
import { SETTINGS_CALLS } from './office/shop/settings.ts';
import { officeSearch } from './office/orders/search.ts';
import { officeListWork } from './office/orders/work.ts';
import { OFFICE_NOTICE_CALLS } from './office/content/public-notice.ts';
import { OFFICE_RESERVE_REQUEST_CALLS } from './office/orders/reserve-requests.ts';
import { ONLINE_PAYMENT_CALLS } from './public/online-payments.ts';
import { RESERVE_REQUEST_CALLS } from './public/reserve-requests.ts';
import { OFFICE_REVIEW_CALLS } from './office/customers/reviews.ts';
import { REVIEW_CALLS } from './public/reviews.ts';
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
} from './office/money/payout-tasks.ts';
import { POOL_CALLS } from './office/money/pool.ts';
import { officePreviewChange, officeRateGrid } from './office/catalogue/rate-desk.ts';
import { officeCheckMail, officeGetOpening, officeOpenShop } from './office/shop/opening.ts';
import { officeListSlotRules } from './office/catalogue/slot-rules.ts';
import { officeListSlots, officePublishSlot, officeWithdrawSlot } from './office/catalogue/slots.ts';
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
} from './public/orders.ts';
import { officeRecordObservation } from './office/orders/observations.ts';
import { officeChangeLimits, officeGetLimits } from './office/money/limits.ts';
import { officeListSwitches, officeSwitchOff, officeSwitchOn } from './office/shop/switches.ts';
import { beginProvider, listSignInProviders } from './account/sign-in-providers.ts';
import { OFFICE_WITHDRAWAL_CALLS } from './office/money/withdrawals.ts';
import { PAYOUT_CALLS } from './account/payouts.ts';
import { getPublicNotice } from './public/public-notice.ts';
import { listPaymentSystems } from './public/payment-systems.ts';
import { getRateHistory, officeGetPriceHistory } from './public/rate-history.ts';
import { calculateFirstSlot, calculateFromIncome, calculateFromOutcome } from './public/rate-calculations.ts';
import { checkTypedRequisites } from './public/requisite-checks.ts';
import { verifyReceipt } from './public/receipts.ts';
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
} from './account/second-factors.ts';
import {
  addPassword,
  askPasskeySignIn,
  disavowSignIn,
  dropPassword,
  getWaysIn,
  proveByPassword,
  removeAuthentication,
  signInByPasskey,
} from './account/ways-in.ts';
import { createSession, currentSession, deleteSession, endedSession } from './account/sessions.ts';
import { OFFICE_PARTNER_CALLS } from './office/customers/partners.ts';
import { PARTNER_KEY_CALLS } from './partner/partner-keys.ts';
import { REFERRAL_PAIR_CALLS } from './office/customers/referral-pairs.ts';
import { officeGetProgramme } from './office/shop/referral-programme.ts';
import { OFFICE_EARNING_CALLS } from './office/money/earnings.ts';
import { EARNING_CALLS } from './account/earnings.ts';
import { REFERRAL_CALLS } from './account/referrals.ts';
import { PARTNER_CALLS } from './partner/partners.ts';
import { USER_WALLET_CALLS } from './account/user-wallets.ts';
import { officeListAcquirers } from './office/money/acquirers.ts';
import { OFFICE_WEBHOOK_CALLS } from './office/customers/webhooks.ts';
import { WEBHOOK_CALLS } from './partner/webhooks.ts';

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
