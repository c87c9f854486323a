import { accountsModule } from './accounts/module.ts';
import { acquirersModule } from './acquirers/module.ts';
import { alarmsModule } from './alarms/module.ts';
import { approvalsModule } from './approvals/module.ts';
import { auditLogModule } from './audit-log/module.ts';
import { blacklistModule } from './blacklist/module.ts';
import { boardModule } from './board/module.ts';
import { businessRequestsModule } from './business-requests/module.ts';
import { captchaModule } from './captcha/module.ts';
import { cardVerificationsModule } from './card-verifications/module.ts';
import { catalogueModule } from './catalogue/module.ts';
import { changesModule } from './changes/module.ts';
import { chatModule } from './chat/module.ts';
import { chequesModule } from './cheques/module.ts';
import { configModule } from './config/module.ts';
import { contentModule } from './content/module.ts';
import { contentEditorModule } from './content-editor/module.ts';
import { countriesModule } from './countries/module.ts';
import { cryptoStatsModule } from './crypto-stats/module.ts';
import { customerDeskModule } from './customer-desk/module.ts';
import { customersModule } from './customers/module.ts';
import { deadlinesModule } from './deadlines/module.ts';
import { depositsModule } from './deposits/module.ts';
import { deskModule } from './desk/module.ts';
import { directionsModule } from './directions/module.ts';
import { earningsModule } from './earnings/module.ts';
import { figuresModule } from './figures/module.ts';
import { followingModule } from './following/module.ts';
import { handoversModule } from './handovers/module.ts';
import { historyModule } from './history/module.ts';
import { incidentsModule } from './incidents/module.ts';
import { keysModule } from './keys/module.ts';
import { leasesModule } from './leases/module.ts';
import { ledgerModule } from './ledger/module.ts';
import { ledgerChainModule } from './ledger-chain/module.ts';
import { limitsModule } from './limits/module.ts';
import { mailsModule } from './mails/module.ts';
import { marketModule } from './market/module.ts';
import { noticesModule } from './notices/module.ts';
import { officeSiteModule } from './office-site/module.ts';
import { openingModule } from './opening/module.ts';
import { operatorsModule } from './operators/module.ts';
import { orderEmailsModule } from './order-emails/module.ts';
import { ordersModule } from './orders/module.ts';
import { partnersModule } from './partners/module.ts';
import { paymentSystemsModule } from './payment-systems/module.ts';
import { payoutTasksModule } from './payout-tasks/module.ts';
import { payoutsModule } from './payouts/module.ts';
import { personalDataModule } from './personal-data/module.ts';
import { poolModule } from './pool/module.ts';
import { publicNoticeModule } from './public-notice/module.ts';
import { pushModule } from './push/module.ts';
import { rateDeskModule } from './rate-desk/module.ts';
import { ratesModule } from './rates/module.ts';
import { receiptsModule } from './receipts/module.ts';
import { reconciliationModule } from './reconciliation/module.ts';
import { referralsModule } from './referrals/module.ts';
import { reserveRequestsModule } from './reserve-requests/module.ts';
import { reviewsModule } from './reviews/module.ts';
import { sandboxModule } from './sandbox/module.ts';
import { searchModule } from './search/module.ts';
import { secondFactorsModule } from './second-factors/module.ts';
import { securityEmailsModule } from './security-emails/module.ts';
import { sessionsModule } from './sessions/module.ts';
import { sharePicturesModule } from './share-pictures/module.ts';
import { shiftsModule } from './shifts/module.ts';
import { shopModule } from './shop/module.ts';
import { signInProvidersModule } from './sign-in-providers/module.ts';
import { siteModule } from './site/module.ts';
import { slotsModule } from './slots/module.ts';
import { staffModule } from './staff/module.ts';
import { statementsModule } from './statements/module.ts';
import { switchesModule } from './switches/module.ts';
import { telegramModule } from './telegram/module.ts';
import { textsModule } from './texts/module.ts';
import { userWalletsModule } from './user-wallets/module.ts';
import { usersModule } from './users/module.ts';
import { webhooksModule } from './webhooks/module.ts';
import { widgetModule } from './widget/module.ts';
import { withdrawalsModule } from './withdrawals/module.ts';
import { workModule } from './work/module.ts';
import type { Module } from './module.ts';

/** Every module of the server. Each imports only modules before it; reactions of one phase run in this order. */
export const MODULES: readonly Module[] = [
  operatorsModule,
  usersModule,
  secondFactorsModule,
  captchaModule,
  sessionsModule,
  customersModule,
  shopModule,
  workModule,
  incidentsModule,
  auditLogModule,
  approvalsModule,
  searchModule,
  changesModule,
  ledgerModule,
  countriesModule,
  paymentSystemsModule,
  acquirersModule,
  switchesModule,
  publicNoticeModule,
  limitsModule,
  blacklistModule,
  shiftsModule,
  slotsModule,
  marketModule,
  ratesModule,
  directionsModule,
  sharePicturesModule,
  historyModule,
  cryptoStatsModule,
  leasesModule,
  mailsModule,
  textsModule,
  alarmsModule,
  ledgerChainModule,
  securityEmailsModule,
  staffModule,
  userWalletsModule,
  reserveRequestsModule,
  ordersModule,
  chequesModule,
  cardVerificationsModule,
  referralsModule,
  accountsModule,
  signInProvidersModule,
  orderEmailsModule,
  reviewsModule,
  telegramModule,
  handoversModule,
  poolModule,
  businessRequestsModule,
  payoutsModule,
  withdrawalsModule,
  payoutTasksModule,
  figuresModule,
  earningsModule,
  depositsModule,
  statementsModule,
  deadlinesModule,
  partnersModule,
  webhooksModule,
  contentModule,
  contentEditorModule,
  sandboxModule,
  pushModule,
  noticesModule,
  chatModule,
  followingModule,
  rateDeskModule,
  catalogueModule,
  boardModule,
  deskModule,
  customerDeskModule,
  receiptsModule,
  reconciliationModule,
  personalDataModule,
  keysModule,
  openingModule,
  officeSiteModule,
  siteModule,
  widgetModule,
  configModule,
];
