import path from 'node:path';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { railCallbacks } from './adapters/rails/callbacks.ts';
import type { RailEvents } from './adapters/rails/port.ts';
import { sandboxProvider } from './adapters/rails/sandbox/provider/http.ts';
import type { SandboxProvider } from './adapters/rails/sandbox/provider/provider.ts';
import { officeAlarmRoutes } from './alarms/office-routes.ts';
import { officeCustomerDeskRoutes } from './customer-desk/office-routes.ts';
import { officeBlacklistRoutes } from './blacklist/office-routes.ts';
import { officeCatalogueRoutes } from './catalogue/office-routes.ts';
import { officeChangeRoutes } from './changes/office-routes.ts';
import { officeCardVerificationRoutes } from './card-verifications/office-routes.ts';
import { cardVerificationRoutes } from './card-verifications/routes.ts';
import { chequeRoutes } from './cheques/routes.ts';
import { depositRoutes } from './deposits/routes.ts';
import { captchaRoutes } from './captcha/routes.ts';
import { countryFiles } from './countries/country-files.ts';
import { officeCountryRoutes } from './countries/office-routes.ts';
import { countryRoutes } from './countries/routes.ts';
import type { Deps } from './deps.ts';
import { officeApprovalRoutes } from './approvals/office-routes.ts';
import { searchers } from './assemble-searchers.ts';
import { officeSearchRoutes } from './search/office-routes.ts';
import { APPROVAL_COURSE, APPROVAL_EXECUTORS } from './assemble-approvals.ts';
import { officeFigureRoutes } from './figures/office-routes.ts';
import { officeIncidentRoutes } from './incidents/office-routes.ts';
import { statsSettings } from './assemble-crypto-stats.ts';
import { officeCryptoStatsRoutes } from './crypto-stats/office-routes.ts';
import { cryptoStatsRoutes } from './crypto-stats/routes.ts';
import { officeHistoryRoutes } from './history/office-routes.ts';
import { rateHistoryRoutes } from './history/routes.ts';
import { officeMarketRoutes } from './market/office-routes.ts';
import { officeLedgerRoutes } from './ledger/office-routes.ts';
import { personalDataRoutes } from './personal-data/routes.ts';
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
import { paymentSystemRoutes } from './payment-systems/routes.ts';
import type { Config } from './config/config.ts';
import { type Health, healthRoutes } from './platform/health.ts';
import { ORDER_KEYS } from './orders/guest-keys.ts';
import { createGuestCookies } from './platform/http/guest-cookies.ts';
import { createHttp, type HttpOptions } from './platform/http/create-http.ts';
import { onlyFromProxies } from './platform/http/only-from-proxies.ts';
import { createRateLimits, noRateLimits } from './platform/http/rate-limits.ts';
import type { Route } from './platform/http/route.ts';
import { officeShiftRoutes } from './shifts/office-routes.ts';
import { officeSlotRoutes } from '#server/slots/office-routes.ts';
import { officeSlotRuleRoutes } from '#server/slots/rule-routes.ts';
import { officeBankLineRoutes } from './statements/office-routes.ts';
import { officePoolRoutes } from './pool/office-routes.ts';
import { officePayoutTaskRoutes } from './payout-tasks/office-routes.ts';
import { payoutProofRoutes } from './payout-tasks/routes.ts';
import { officeRateDeskRoutes } from './rate-desk/office-routes.ts';
import { rateFiles } from './rates/rate-files.ts';
import { rateRoutes } from './rates/routes.ts';
import { officeLimitRoutes } from './limits/office-routes.ts';
import { officeSwitchRoutes } from './switches/office-routes.ts';
import { noticeRoutes } from './switches/routes.ts';
import { officePartnerRoutes } from './partners/office-routes.ts';
import { partnerRoutes } from './partners/partner-routes.ts';
import { partnerKeyRoutes } from './partners/routes.ts';
import { createSignedGate } from './partners/signed-gate.ts';
import { officeWebhookRoutes } from './webhooks/office-routes.ts';
import { webhookRoutes } from './webhooks/routes.ts';
import { receiptRoutes } from './receipts/routes.ts';
import { officeEarningRoutes } from './earnings/office-routes.ts';
import { referralProgramme } from './earnings/referral-programme.ts';
import { officePairRoutes } from './earnings/pair-routes.ts';
import { earningRoutes } from './earnings/routes.ts';
import { referralRoutes } from './referrals/routes.ts';
import { bannerFiles } from './referrals/banner-files.ts';
import { createLinkFollower } from './referrals/follow-link.ts';
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

/** The repository's root: bundles are built into its `build`. */
const PROJECT = path.dirname(import.meta.dirname);

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
    ...rateHistoryRoutes(deps),
    ...cryptoStatsRoutes(deps, { isOn: stats.name !== null }),
    ...captchaRoutes(deps),
    ...userWalletRoutes(deps),
    ...earningRoutes(deps),
    ...withdrawalRoutes(deps),
    ...officeEarningRoutes(deps),
    ...referralRoutes(deps, referralProgramme(deps)),
    ...officePairRoutes(deps),
    ...mailChoiceRoutes(deps),
    ...countryRoutes(deps),
    ...personalDataRoutes(deps),
    ...orderRoutes(deps),
    ...chequeRoutes(deps),
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
    ...officeOrderRoutes(deps),
    ...officeCustomerRoutes(deps),
    ...officeBlacklistRoutes(deps),
    ...officeWebhookRoutes(deps),
    ...officeCustomerDeskRoutes(deps),
    ...officeDeedRoutes(deps),
    ...officeChequeRoutes(deps),
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
    ...officePoolRoutes(deps),
    ...officeBankLineRoutes(deps),
    ...officePayoutTaskRoutes(deps),
    ...officeLimitRoutes(deps),
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
    ...officeSettingsRoutes(deps),
    ...officeOpeningRoutes(deps),
  ];
}

/** What every process answers, whatever its role: its health, providers' callbacks, and in a demonstration the test bank. */
function commonPlugins({ deps, events, health, sandbox, config }: HttpParts): FastifyPluginAsync[] {
  const { rails, log, t } = deps;
  const plugins: FastifyPluginAsync[] = [healthRoutes(health), (app) => railCallbacks(app, { rails, events, log })];
  if (sandbox !== undefined) plugins.push((app) => sandboxProvider(app, { provider: sandbox, t, publicUrl: () => config.publicUrl }));
  return plugins;
}

function publicPlugins({ config, deps }: HttpParts, signIn: SignIn): FastifyPluginAsync[] {
  const { publicUrl, mode, supportEmail } = deps.settings;
  const { shop } = deps;
  const links = createLinkFollower(deps);
  const pages = site({
    follow: (asked) => links.follow(asked),
    buildFolder: path.join(PROJECT, 'build/web'),
    publicUrl,
    mode,
    sentryDsn: config.sentryDsn ?? null,
    countryHeader: config.countryHeader,
    countryUrl: config.countryUrl,
    shop: () => {
      const contacts = shop.of('contacts');
      return { ...shop.of('shop'), contacts: { ...contacts, email: contacts.email ?? supportEmail } };
    },
    hasCryptoStats: statsSettings(config).name !== null,
    log: deps.log,
    guests: createGuestCookies({ ...deps, publicUrl, guestKeys: ORDER_KEYS }),
    keeping: pageKeeping(deps),
    fromSources: config.hotReload,
  });
  const office = officeSite({ buildFolder: path.join(PROJECT, 'build/office') });
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
    bannerFiles(deps),
    countryFiles(deps),
    widgetFiles({ buildFolder: path.join(PROJECT, 'build/widget'), t: deps.t, shop: () => shop.of('shop') }),
    async (app) => void app.addHook('onClose', () => links.close()),
    ...shown,
    office,
    pages,
  ];
}

/** The process's one HTTP server; nothing listens yet. A `jobs` process has no API and no pages. */
export async function assembleHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, deps } = parts;
  const limits = config.rateLimits === 'on' ? await createRateLimits(deps) : noRateLimits;
  const signIn = assembleSignIn(deps, config, limits);
  const isPublic = config.role !== 'jobs';
  return createHttp({
    guestKeys: ORDER_KEYS,
    ...deps,
    routes: isPublic ? [...apiRoutes(parts, signIn), ...parts.moreRoutes] : [],
    visitors: sessionVisitors(deps),
    signedGate: createSignedGate(deps),
    limits,
    trustedProxies: config.trustedProxies,
    ...(config.recaptcha?.siteKey === undefined ? {} : { captchaOrigin: config.recaptcha.url }),
    ...(config.countryUrl === undefined ? {} : { countryOrigin: new URL(config.countryUrl).origin }),
    ...(config.sentryDsn === undefined ? {} : { reportOrigin: new URL(config.sentryDsn).origin }),
    plugins: isPublic ? [...commonPlugins(parts), ...publicPlugins(parts, signIn)] : commonPlugins(parts),
    observe: [...(config.countryHeader === undefined ? [] : [onlyFromProxies(config.countryHeader)]), ...parts.observe],
  });
}
