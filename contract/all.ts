import * as board from './public/board.ts';
import * as captcha from './public/captcha.ts';
import * as cardVerifications from './public/card-verifications.ts';
import * as chat from './public/chat.ts';
import * as content from './public/content.ts';
import * as countries from './public/countries.ts';
import * as cryptoStats from './public/crypto-stats.ts';
import * as directions from './public/directions.ts';
import * as following from './public/following.ts';
import * as handovers from './public/handovers.ts';
import * as onlinePayments from './public/online-payments.ts';
import * as orders from './public/orders.ts';
import * as paymentSystems from './public/payment-systems.ts';
import * as publicNotice from './public/public-notice.ts';
import * as heartbeat from './public/heartbeat.ts';
import * as rateCalculations from './public/rate-calculations.ts';
import * as rateHistory from './public/rate-history.ts';
import * as receipts from './public/receipts.ts';
import * as requisiteChecks from './public/requisite-checks.ts';
import * as reserveRequests from './public/reserve-requests.ts';
import * as reviews from './public/reviews.ts';
import * as account from './account/account.ts';
import * as accounts from './account/accounts.ts';
import * as earnings from './account/earnings.ts';
import * as invitations from './account/invitations.ts';
import * as mailChoices from './account/mail-choices.ts';
import * as notices from './account/notices.ts';
import * as payouts from './account/payouts.ts';
import * as personalData from './account/personal-data.ts';
import * as referrals from './account/referrals.ts';
import * as secondFactors from './account/second-factors.ts';
import * as sessions from './account/sessions.ts';
import * as signInProviders from './account/sign-in-providers.ts';
import * as userWallets from './account/user-wallets.ts';
import * as signInMethods from '#contract/account/sign-in-methods.ts';
import * as partnerKeys from './partner/partner-keys.ts';
import * as partners from './partner/partners.ts';
import * as webhooks from './partner/webhooks.ts';
import * as officeChanges from './office/catalogue/changes.ts';
import * as officeCountries from './office/catalogue/countries.ts';
import * as officeDirections from './office/catalogue/directions.ts';
import * as officeMarket from './office/catalogue/market.ts';
import * as officePaymentSystems from './office/catalogue/payment-systems.ts';
import * as officePlans from './office/catalogue/plans.ts';
import * as officeRateDesk from './office/catalogue/rate-desk.ts';
import * as officeSlotRules from './office/catalogue/slot-rules.ts';
import * as officeSlots from './office/catalogue/slots.ts';
import * as officeContentParts from './office/content/content-parts.ts';
import * as officeContent from './office/content/content.ts';
import * as officePublicNotice from './office/content/public-notice.ts';
import * as officeTexts from './office/content/texts.ts';
import * as officeBlacklist from './office/customers/blacklist.ts';
import * as officeChat from './office/customers/chat.ts';
import * as officeCustomerDesk from './office/customers/customer-desk.ts';
import * as officeCustomers from './office/customers/customers.ts';
import * as officePartners from './office/customers/partners.ts';
import * as officeReferralPairs from './office/customers/referral-pairs.ts';
import * as officeReviews from './office/customers/reviews.ts';
import * as officeWebhooks from './office/customers/webhooks.ts';
import * as officeAcquirers from './office/money/acquirers.ts';
import * as officeBankLines from './office/money/bank-lines.ts';
import * as officeEarnings from './office/money/earnings.ts';
import * as officeLedger from './office/money/ledger.ts';
import * as officeLimits from './office/money/limits.ts';
import * as officePayoutTasks from './office/money/payout-tasks.ts';
import * as officePayouts from './office/money/payouts.ts';
import * as officePool from './office/money/pool.ts';
import * as officeWithdrawals from './office/money/withdrawals.ts';
import * as officeActions from './office/orders/actions.ts';
import * as officeApprovals from './office/orders/approvals.ts';
import * as officeCardVerifications from './office/orders/card-verifications.ts';
import * as officeObservations from './office/orders/observations.ts';
import * as officeOrders from './office/orders/orders.ts';
import * as officeReserveRequests from './office/orders/reserve-requests.ts';
import * as officeSearch from './office/orders/search.ts';
import * as officeTakeOver from './office/orders/take-over.ts';
import * as officeWork from './office/orders/work.ts';
import * as officeAlarms from './office/shop/alarms.ts';
import * as officeAudit from './office/shop/audit.ts';
import * as officeFigures from './office/shop/figures.ts';
import * as officeIncidents from './office/shop/incidents.ts';
import * as officeOpening from './office/shop/opening.ts';
import * as officeOperator from './office/shop/operator.ts';
import * as officeReferralProgramme from './office/shop/referral-programme.ts';
import * as officeSettings from './office/shop/settings.ts';
import * as officeShifts from './office/shop/shifts.ts';
import * as officeStaff from './office/shop/staff.ts';
import * as officeSwitches from './office/shop/switches.ts';
import * as call from './call.ts';
import * as callsDocument from './calls-document.ts';
import * as listQuery from './list-query.ts';
import * as openapi from './openapi.ts';
import * as requestTypes from './request-types.ts';
import type { Endpoint, Method } from './endpoint.ts';

/** All modules that declare endpoints. */
const FILES: readonly object[] = [
  board,
  captcha,
  cardVerifications,
  chat,
  content,
  countries,
  cryptoStats,
  directions,
  following,
  handovers,
  onlinePayments,
  orders,
  paymentSystems,
  publicNotice,
  heartbeat,
  rateCalculations,
  rateHistory,
  receipts,
  requisiteChecks,
  reserveRequests,
  reviews,
  account,
  accounts,
  earnings,
  invitations,
  mailChoices,
  notices,
  payouts,
  personalData,
  referrals,
  secondFactors,
  sessions,
  signInProviders,
  userWallets,
  signInMethods,
  partnerKeys,
  partners,
  webhooks,
  officeChanges,
  officeCountries,
  officeDirections,
  officeMarket,
  officePaymentSystems,
  officePlans,
  officeRateDesk,
  officeSlotRules,
  officeSlots,
  officeContentParts,
  officeContent,
  officePublicNotice,
  officeTexts,
  officeBlacklist,
  officeChat,
  officeCustomerDesk,
  officeCustomers,
  officePartners,
  officeReferralPairs,
  officeReviews,
  officeWebhooks,
  officeAcquirers,
  officeBankLines,
  officeEarnings,
  officeLedger,
  officeLimits,
  officePayoutTasks,
  officePayouts,
  officePool,
  officeWithdrawals,
  officeActions,
  officeApprovals,
  officeCardVerifications,
  officeObservations,
  officeOrders,
  officeReserveRequests,
  officeSearch,
  officeTakeOver,
  officeWork,
  officeAlarms,
  officeAudit,
  officeFigures,
  officeIncidents,
  officeOpening,
  officeOperator,
  officeReferralProgramme,
  officeSettings,
  officeShifts,
  officeStaff,
  officeSwitches,
  call,
  callsDocument,
  listQuery,
  openapi,
  requestTypes,
];

const isEndpoint = (value: object): value is Endpoint => 'path' in value && 'refusals' in value && 'reply' in value;

/** Endpoints exported by a module, directly or in a record. Schemas are class instances and are not searched. */
function endpointsIn(value: unknown): readonly Endpoint[] {
  if (typeof value !== 'object' || value === null) return [];
  if (isEndpoint(value)) return [value];
  return Object.getPrototypeOf(value) === Object.prototype ? Object.values(value).flatMap(endpointsIn) : [];
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

const byPathAndMethod = (a: Endpoint, b: Endpoint): number =>
  a.path === b.path ? METHODS.indexOf(a.method) - METHODS.indexOf(b.method) : a.path < b.path ? -1 : 1;

/** Every endpoint, by path and method. */
export const ALL_ENDPOINTS: readonly Endpoint[] = FILES.flatMap((file) => Object.values(file).flatMap(endpointsIn)).toSorted(
  byPathAndMethod,
);
