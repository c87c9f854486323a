import path from 'node:path';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { railCallbacks } from './adapters/rails/callbacks.ts';
import type { RailEvents } from './adapters/rails/port.ts';
import { sandboxProvider } from './adapters/rails/sandbox/provider/http.ts';
import type { SandboxProvider } from './adapters/rails/sandbox/provider/provider.ts';
import { officeAlarmRoutes } from './alarms/office-routes.ts';
import { officeCustomerDeskRoutes } from './customer-desk/office-routes.ts';
import { boardRoutes } from './board/routes.ts';
import { handoverRoutes } from './handovers/routes.ts';
import { officeBlacklistRoutes } from './blacklist/office-routes.ts';
import { officeCatalogueRoutes } from './catalogue/office-routes.ts';
import { officeChangeRoutes } from './changes/office-routes.ts';
import { officeCardVerificationRoutes } from './card-verifications/office-routes.ts';
import { cardVerificationRoutes } from './card-verifications/routes.ts';
import { cannedRoutes } from './chat/canned-routes.ts';
import { officeChatRoutes } from './chat/office-routes.ts';
import { chatRoutes } from './chat/routes.ts';
import { createAvailability } from './following/availability.ts';
import { followingRoutes } from './following/routes.ts';
import { chequeRoutes } from './cheques/routes.ts';
import { depositRoutes } from './deposits/routes.ts';
import { captchaRoutes } from './captcha/routes.ts';
import { officeContentCategoryRoutes } from './content/category-routes.ts';
import { newsFeeds } from './content/feed.ts';
import { contentImageFiles, officeContentImageRoutes } from './content/images.ts';
import { officeContentRoutes } from './content/office-routes.ts';
import { contentRoutes } from './content/routes.ts';
import { countryFiles } from './countries/country-files.ts';
import { officeCountryRoutes } from './countries/office-routes.ts';
import { countryRoutes } from './countries/routes.ts';
import type { Deps } from './deps.ts';
import { officeApprovalRoutes } from './approvals/office-routes.ts';
import { searchers } from './assemble-searchers.ts';
import { WORK } from './assemble-work.ts';
import { officeSearchRoutes } from './search/office-routes.ts';
import { officeWorkRoutes } from './work/office-routes.ts';
import { APPROVAL_COURSE, APPROVAL_EXECUTORS } from './assemble-approvals.ts';
import { officeFigureRoutes } from './figures/office-routes.ts';
import { officeIncidentRoutes } from './incidents/office-routes.ts';
import { statsSettings } from './assemble-crypto-stats.ts';
import { officeCryptoStatsRoutes } from './crypto-stats/office-routes.ts';
import { cryptoStatsRoutes } from './crypto-stats/routes.ts';
import { officeHistoryRoutes } from './history/office-routes.ts';
import { directionRoutes } from './directions/routes.ts';
import { rateHistoryRoutes } from './history/routes.ts';
import { officeMarketRoutes } from './market/office-routes.ts';
import { officeLedgerRoutes } from './ledger/office-routes.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
import { officeTextRoutes } from './texts/office-routes.ts';
import { workerFiles } from './notices/worker-files.ts';
import { noticePlaceRoutes } from './notices/routes.ts';
import { mailChoiceRoutes } from './mails/choice-routes.ts';
import { offByPost } from './mails/off-by-post.ts';
import { devMail } from './mails/dev-mail.ts';
import { officeSite } from './office-site/office-site.ts';
import { officeOperatorRoutes } from './operators/office-routes.ts';
import { officeChequeRoutes } from './cheques/office-routes.ts';
import { officeObservationRoutes } from './desk/observation-routes.ts';
import { officeCustomerRoutes } from './desk/customer-routes.ts';
import { officeDeedRoutes } from './desk/deed-routes.ts';
import { officeOrderRoutes } from './desk/office-routes.ts';
import { correctionRoutes } from './payouts/corrections/routes.ts';
import { officePayoutRoutes } from './desk/payout-routes.ts';
import { orderRoutes } from '#server/orders/customer/routes.ts';
import { markFiles } from './payment-systems/mark-files.ts';
import { shareFiles } from './share-pictures/share-files.ts';
import { paymentSystemRoutes } from './payment-systems/routes.ts';
import type { Config } from './config/config.ts';
import { openBuild } from './config/open-build.ts';
import { type Health, healthRoutes } from './platform/health.ts';
import { ORDER_KEYS } from './orders/guest-keys.ts';
import { createGuestCookies } from './platform/http/guest-cookies.ts';
import { createHttp, type HttpOptions } from './platform/http/create-http.ts';
import { onlyFromProxies } from './platform/http/only-from-proxies.ts';
import { createRateLimits, noRateLimits } from './platform/http/rate-limits.ts';
import type { Route } from './platform/http/route.ts';
import type { SignedGate } from './platform/http/signed-call.ts';
import { officeShiftRoutes } from './shifts/office-routes.ts';
import { officeSlotRoutes } from '#server/slots/office-routes.ts';
import { officeSlotRuleRoutes } from '#server/slots/rule-routes.ts';
import { officeBankLineRoutes } from './statements/office-routes.ts';
import { watchAcquirers } from './adapters/rails/acquirer/watch.ts';
import { officeAcquirerRoutes } from './acquirers/office-routes.ts';
import { officePoolRoutes } from './pool/office-routes.ts';
import { officePayoutTaskRoutes } from './payout-tasks/office-routes.ts';
import { payoutProofRoutes } from './payout-tasks/routes.ts';
import { officeRateDeskRoutes } from './rate-desk/office-routes.ts';
import { rateFiles } from './rates/rate-files.ts';
import { rateRoutes } from './rates/routes.ts';
import { officeLimitRoutes } from './limits/office-routes.ts';
import { officeSwitchRoutes } from './switches/office-routes.ts';
import { officeNoticeRoutes } from './public-notice/office-routes.ts';
import { noticeRoutes } from './public-notice/routes.ts';
import { clientPackage } from './partners/client-package.ts';
import { officePartnerRoutes } from './partners/office-routes.ts';
import { partnerRoutes } from './partners/partner-routes.ts';
import { partnerKeyRoutes } from './partners/routes.ts';
import { createSignedGate } from './partners/signed-gate.ts';
import { officeWebhookRoutes } from './webhooks/office-routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { playersOf, sandboxDoor } from './sandbox/bank-calls.ts';
import { relayTo } from './sandbox/relay.ts';
import { officeEarningRoutes } from './earnings/office-routes.ts';
import { referralProgramme } from './earnings/referral-programme.ts';
import { officePairRoutes } from './earnings/pair-routes.ts';
import { earningRoutes } from './earnings/routes.ts';
import { referralRoutes } from './referrals/routes.ts';
import { bannerFiles } from './referrals/banner-files.ts';
import { createLinkFollower } from './referrals/follow-link.ts';
import { officeBusinessRoutes, onlinePaymentRoutes } from './business-requests/routes.ts';
import { officeReserveRequestRoutes } from './reserve-requests/office-routes.ts';
import { reserveRequestRoutes } from './reserve-requests/routes.ts';
import { officeReviewRoutes } from './reviews/office-routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { officeWithdrawalRoutes } from './withdrawals/office-routes.ts';
import { withdrawalRoutes } from './withdrawals/routes.ts';
import { userWalletRoutes } from './user-wallets/routes.ts';
import { officeOpeningRoutes } from './opening/office-routes.ts';
import { officeSettingsRoutes } from './shop/office-routes.ts';
import { sessionVisitors } from './sessions/resolve-visitor.ts';
import { officeAuditRoutes } from './audit-log/office-routes.ts';
import { officeStaffRoutes } from './staff/office-routes.ts';
import { invitationRoutes } from './staff/routes.ts';
import { userAccountRoutes } from './accounts/routes.ts';
import { accountRoutes } from './sessions/account-routes.ts';
import { sessionRoutes } from './sessions/routes.ts';
import { assembleSignIn } from './assemble-sign-in.ts';
import { providerPages } from './sign-in-providers/pages.ts';
import { signInProviderRoutes } from './sign-in-providers/routes.ts';
import { waysInRoutes } from './sessions/ways-in-routes.ts';
import { secondFactorRoutes } from './sessions/second-factor-routes.ts';
import { pageKeeping } from './site/page-keeping.ts';
import { site } from './site/site.ts';
import { widgetFiles } from './widget/widget-files.ts';

/** Where builds lie beside each other (`scripts/build-folders.mjs`). */
const BUILDS = path.join(path.dirname(import.meta.dirname), 'build');

export interface HttpParts {
  readonly config: Config;
  readonly deps: Deps;
  readonly events: RailEvents;
  readonly health: Health;
  /** The test bank; undefined outside demo mode. */
  readonly sandbox: SandboxProvider | undefined;
  /** Of nouns beside those of the house. */
  readonly moreRoutes: readonly Route[];
  readonly ownUrl: () => string;
  readonly observe: NonNullable<HttpOptions['observe']>;
}

/** What browsers hold of guests' orders. */
const guestsOf = (deps: Deps) => createGuestCookies({ ...deps, publicUrl: deps.settings.publicUrl, guestKeys: ORDER_KEYS });

type SignIn = ReturnType<typeof assembleSignIn>;

function apiRoutes({ deps, config }: HttpParts, signIn: SignIn): Route[] {
  const isMailed = config.mailUrl !== undefined;
  const stats = statsSettings(config);
  return [
    ...sessionRoutes(signIn),
    ...secondFactorRoutes(signIn),
    ...waysInRoutes(signIn),
    ...signInProviderRoutes(signIn),
    ...noticeRoutes(deps),
    ...accountRoutes(signIn),
    ...userAccountRoutes(signIn),
    ...invitationRoutes(deps),
    ...officeStaffRoutes({ ...deps, tell: signIn.tell, isMailed }),
    ...officeAuditRoutes(deps),
    ...paymentSystemRoutes(deps),
    ...rateRoutes(deps),
    ...directionRoutes(deps),
    ...rateHistoryRoutes(deps),
    ...boardRoutes(deps),
    ...cryptoStatsRoutes(deps, { isOn: stats.name !== null }),
    ...captchaRoutes(deps),
    ...userWalletRoutes(deps),
    ...earningRoutes(deps),
    ...withdrawalRoutes(deps),
    ...officeEarningRoutes(deps),
    ...referralRoutes(deps, referralProgramme(deps)),
    ...officePairRoutes(deps),
    ...mailChoiceRoutes(deps),
    ...noticePlaceRoutes(deps),
    ...countryRoutes(deps),
    ...personalDataRoutes(deps),
    ...orderRoutes(deps),
    ...handoverRoutes({ ...deps, guests: guestsOf(deps), limits: signIn.limits }),
    ...chequeRoutes(deps),
    ...chatRoutes(signIn),
    ...followingRoutes(deps),
    ...cardVerificationRoutes(deps),
    ...depositRoutes(deps),
    ...correctionRoutes(deps),
    ...payoutProofRoutes(deps),
    ...receiptRoutes(deps),
    ...partnerRoutes(deps),
    ...partnerKeyRoutes({ ...deps, tell: signIn.tell }),
    ...webhookRoutes(deps),
    ...officeOperatorRoutes(deps),
    ...officeSearchRoutes(searchers(deps)),
    ...officeWorkRoutes(deps, WORK),
    ...officeOrderRoutes(deps),
    ...officeCustomerRoutes(deps),
    ...officeBlacklistRoutes(deps),
    ...officeWebhookRoutes(deps),
    ...officeCustomerDeskRoutes(deps),
    ...officeDeedRoutes(deps),
    ...officeChequeRoutes(deps),
    ...officeChatRoutes(deps),
    ...cannedRoutes(deps),
    ...officeCardVerificationRoutes(deps),
    ...officeObservationRoutes(deps),
    ...officeLedgerRoutes(deps),
    ...officePartnerRoutes(deps),
    ...officeShiftRoutes(deps),
    ...officeFigureRoutes(deps),
    ...officeSlotRoutes(deps),
    ...officeSlotRuleRoutes(deps),
    ...officePayoutRoutes(deps),
    ...officeSwitchRoutes(deps),
    ...officeNoticeRoutes(deps),
    ...officeAcquirerRoutes(deps, watchAcquirers(deps.db, config.acquirers)),
    ...officePoolRoutes(deps),
    ...officeBankLineRoutes(deps),
    ...officePayoutTaskRoutes(deps),
    ...officeLimitRoutes(deps),
    ...reserveRequestRoutes(signIn),
    ...onlinePaymentRoutes(signIn),
    ...officeBusinessRoutes(deps),
    ...officeReserveRequestRoutes(deps),
    ...reviewRoutes(deps),
    ...officeReviewRoutes(deps),
    ...officeIncidentRoutes(deps),
    ...officeAlarmRoutes(deps),
    ...officeChangeRoutes(deps),
    ...officeMarketRoutes(deps),
    ...officeHistoryRoutes(deps),
    ...officeCryptoStatsRoutes(deps, stats),
    ...officeApprovalRoutes(deps, APPROVAL_EXECUTORS, APPROVAL_COURSE),
    ...officeCountryRoutes(deps),
    ...officeWithdrawalRoutes(deps),
    ...officeRateDeskRoutes(deps),
    ...officeCatalogueRoutes(deps),
    ...contentRoutes(deps),
    ...officeContentRoutes(deps),
    ...officeContentCategoryRoutes(deps),
    ...officeContentImageRoutes(deps),
    ...officeSettingsRoutes(deps),
    ...officeTextRoutes(deps),
    ...officeOpeningRoutes(deps),
  ];
}

/** What every process answers, whatever its role: its health, providers' callbacks, and in a demonstration the test bank. */
function commonPlugins({ deps, events, health, sandbox, config }: HttpParts, gate: SignedGate): FastifyPluginAsync[] {
  const { rails, log, t } = deps;
  const plugins: FastifyPluginAsync[] = [healthRoutes(health), (app) => railCallbacks(app, { rails, events, log })];
  const playerOf = playersOf(deps, gate);
  if (sandbox !== undefined)
    plugins.push((app) => sandboxProvider(app, { provider: sandbox, t, publicUrl: () => config.publicUrl, playerOf }));
  return plugins;
}

function publicPlugins({ config, deps }: HttpParts, signIn: SignIn): FastifyPluginAsync[] {
  const { publicUrl, mode, supportEmail } = deps.settings;
  const { shop } = deps;
  const links = createLinkFollower(deps);
  const build = config.hotReload ? path.join(BUILDS, 'development') : openBuild(BUILDS);
  const availability = createAvailability(deps);
  const pages = site({
    follow: (asked) => links.follow(asked),
    buildFolder: path.join(build, 'web'),
    publicUrl,
    mode,
    sentryDsn: config.sentryDsn ?? null,
    apiUrl: config.apiUrl,
    countryHeader: config.countryHeader,
    countryUrl: config.countryUrl,
    pollsCookies: config.pollsCookies,
    shop: () => {
      const contacts = shop.of('contacts');
      return { ...shop.of('shop'), entity: shop.of('entity'), contacts: { ...contacts, email: contacts.email ?? supportEmail } };
    },
    hasCryptoStats: statsSettings(config).name !== null,
    notice: () => deps.notices.current(),
    availability: () => availability().version,
    log: deps.log,
    guests: guestsOf(deps),
    formPlaces: config.acquirers.map(({ settings }) => settings.origins),
    keeping: pageKeeping(deps),
    fromSources: config.hotReload,
  });
  const office = officeSite({ buildFolder: path.join(build, 'office'), sentryDsn: config.sentryDsn ?? null });
  const shown = mode === 'demo' ? [devMail(deps)] : [];
  const rateFile = () => {
    const { floating, old_limits: oldLimits } = deps.shop.of('rate_file');
    return { floating, oldLimits };
  };
  const isOffered = (kind: 'xml' | 'json') => deps.shop.of('rate_file')[kind];
  return [
    providerPages(signIn),
    offByPost(deps),
    rateFiles({ ...deps, rateFile, isOffered }),
    markFiles(deps),
    shareFiles({ ...deps, publicUrl: deps.settings.publicUrl }),
    bannerFiles(deps),
    countryFiles(deps),
    newsFeeds(deps),
    contentImageFiles(deps),
    workerFiles({ buildFolder: path.join(build, 'worker'), t: deps.t, isOn: config.serviceWorker === 'on' }),
    widgetFiles({
      buildFolder: path.join(build, 'widget'),
      t: deps.t,
      shop: () => shop.of('shop'),
      apiUrl: config.apiUrl,
      sentryDsn: config.sentryDsn ?? null,
    }),
    clientPackage({ buildFolder: build }),
    async (app) => void app.addHook('onClose', () => links.close()),
    ...shown,
    office,
    pages,
  ];
}

/** Those that a partner's program may call, whatever else there is. */
export const programRoutes = (parts: HttpParts): Route[] =>
  apiRoutes(parts, assembleSignIn(parts.deps, parts.config, noRateLimits)).filter(({ endpoint }) => endpoint.scope !== undefined);

/** The process's one HTTP server; nothing listens yet. A `jobs` process has no API and no pages. */
export async function assembleHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, deps } = parts;
  const limits = config.rateLimits === 'on' ? await createRateLimits(deps) : noRateLimits;
  const signIn = assembleSignIn(deps, config, limits);
  const gate = createSignedGate(deps);
  const beside = deps.sandbox.place === 'beside' ? deps.sandbox : undefined;
  const isPublic = config.role !== 'jobs';
  return createHttp({
    guestKeys: ORDER_KEYS,
    ...deps,
    routes: isPublic ? [...apiRoutes(parts, signIn), ...parts.moreRoutes] : [],
    visitors: sessionVisitors(deps),
    signedGate: gate,
    ...(beside === undefined ? {} : { elsewhere: relayTo(beside) }),
    limits,
    trustedProxies: config.trustedProxies,
    apiOrigins: config.apiOrigins,
    ...(config.apiUrl === undefined || config.apiUrl.startsWith('/') ? {} : { pagesApiOrigin: new URL(config.apiUrl).origin }),
    ...(config.recaptcha?.siteKey === undefined ? {} : { captchaOrigin: config.recaptcha.url }),
    ...(config.countryUrl === undefined ? {} : { countryOrigin: new URL(config.countryUrl).origin }),
    ...(config.sentryDsn === undefined ? {} : { reportOrigin: new URL(config.sentryDsn).origin }),
    plugins: [
      ...commonPlugins(parts, gate),
      ...(beside === undefined ? [] : [(app: FastifyInstance) => sandboxDoor(app, { deps, gate, limits })]),
      ...(isPublic ? publicPlugins(parts, signIn) : []),
    ],
    observe: [...(config.countryHeader === undefined ? [] : [onlyFromProxies(config.countryHeader)]), ...parts.observe],
  });
}
