import type { Endpoint } from './endpoint.ts';
import { endOtherSessions, endOwnSession, listOwnSessions, listSecurityEvents } from './account.ts';
import { createCaptcha } from './captcha.ts';
import { getOperator, keepAwake } from './office.ts';
import { officeApprove, officeDecline, officeListApprovals, officeRevealApproval } from './office-approvals.ts';
import { officeGetCustomer, officeNoteCustomer } from './office-customers.ts';
import { officeCloseIncident, officeListIncidents } from './office-incidents.ts';
import { officeListReservePostings, officeListReserves, officePostReserve, officePreviewReserve } from './office-ledger.ts';
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
import {
  officeAskRefundDestination,
  officeEndPayout,
  officeGiveBackPayout,
  officeRetryRefund,
  officeRevealDestination,
  officeSetRefundDestination,
  officeTakePayout,
} from './office-payouts.ts';
import { officeGetContactSettings, officeGetShopSettings, officeSaveContactSettings, officeSaveShopSettings } from './office-settings.ts';
import { officeSearch } from './office-search.ts';
import {
  officeAddTaskProof,
  officeEndTask,
  officeGetTaskProof,
  officeGiveBackTask,
  officeListTasks,
  officeRevealTask,
  officeTakeTask,
} from './office-payout-tasks.ts';
import {
  officeAddToPool,
  officeChangePoolRules,
  officeChangePoolState,
  officeChangePoolTarget,
  officeListPool,
  officeListPoolSystems,
  officeRevealPool,
} from './office-pool.ts';
import { officeListSlots, officePublishSlot, officeWithdrawSlot } from './office-slots.ts';
import {
  acceptRequote,
  cancelOrder,
  confirmPayment,
  createOrder,
  getOrder,
  getReceipt,
  getRequisites,
  listOrders,
  orderEvents,
  requestRefund,
  sendCheque,
} from './orders.ts';
import { officeRecordObservation } from './office-observations.ts';
import { officeChangeLimits, officeGetLimits } from './office-limits.ts';
import { officeListSwitches, officeSwitchOff, officeSwitchOn } from './office-switches.ts';
import { getPublicNotice } from './public-notice.ts';
import { listPaymentSystems } from './payment-systems.ts';
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
import { createSession, currentSession, deleteSession } from './sessions.ts';

/** Every call there is: the product serves exactly these, which a test compares. */
export const ALL_ENDPOINTS: readonly Endpoint[] = [
  createSession,
  currentSession,
  deleteSession,
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
  createOrder,
  listOrders,
  getOrder,
  cancelOrder,
  getRequisites,
  confirmPayment,
  sendCheque,
  acceptRequote,
  requestRefund,
  orderEvents,
  getReceipt,
  verifyReceipt,
  getOperator,
  officeSearch,
  keepAwake,
  officeListOrders,
  officeGetCustomer,
  officeNoteCustomer,
  officeGetOrder,
  officeOrderEvents,
  officeClaimOrder,
  officeReleaseOrder,
  officeReturnSurplus,
  officeAddNote,
  officeRecordObservation,
  officeMoveOrder,
  officeGetCheque,
  officeListReserves,
  officePostReserve,
  officePreviewReserve,
  officeListReservePostings,
  officeListSlots,
  officePublishSlot,
  officeWithdrawSlot,
  officeGetLimits,
  officeChangeLimits,
  officeListSwitches,
  officeSwitchOff,
  officeSwitchOn,
  officeListPool,
  officeListPoolSystems,
  officeAddToPool,
  officeChangePoolRules,
  officeChangePoolTarget,
  officeChangePoolState,
  officeRevealPool,
  officeListTasks,
  officeTakeTask,
  officeGiveBackTask,
  officeRevealTask,
  officeEndTask,
  officeAddTaskProof,
  officeGetTaskProof,
  officeListIncidents,
  officeCloseIncident,
  officeListApprovals,
  officeApprove,
  officeDecline,
  officeTakePayout,
  officeGiveBackPayout,
  officeEndPayout,
  officeRevealApproval,
  officeRevealDestination,
  officeRetryRefund,
  officeSetRefundDestination,
  officeAskRefundDestination,
  officeGetShopSettings,
  officeSaveShopSettings,
  officeGetContactSettings,
  officeSaveContactSettings,
];
