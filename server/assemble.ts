import type { FastifyInstance } from 'fastify';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { MESSENGERS } from './adapters/messengers/index.ts';
import { MAILERS } from './adapters/mail/index.ts';
import type { Mailer } from './adapters/mail/port.ts';
import type { Rail } from './adapters/rails/port.ts';
import { createSandboxProvider, type SandboxProvider } from './adapters/rails/sandbox/provider/provider.ts';
import { deriveSandboxKeys } from './adapters/rails/sandbox/signature.ts';
import { type Base, openBase } from './assemble-base.ts';
import { fundDemo, seedDemo, writeOpeningTexts } from './assemble-demo.ts';
import { purgeAccounts } from './accounts/purge-accounts.ts';
import { alarmJobs } from './alarms/jobs.ts';
import { approvalJobs } from './approvals/jobs.ts';
import { APPROVAL_COURSE, APPROVAL_EXECUTORS } from './assemble-approvals.ts';
import { changeRules } from './assemble-changes.ts';
import { assembleHealth, diskJobs, watchClock } from './assemble-health.ts';
import { assembleHttp, type HttpParts, programRoutes } from './assemble-http.ts';
import { assembleSandbox, assembleSandboxHttp, handingOver, SANDBOX_CONNECTIONS, type SandboxSide } from './assemble-sandbox.ts';
import { assembleCryptoStats } from './assemble-crypto-stats.ts';
import { assembleMarket } from './assemble-market.ts';
import type { Noun } from './assemble-noun.ts';
import { ORDER_FACTS, PAYOUT_SUBJECTS, REACTIONS } from './assemble-reactions.ts';
import { assembleTelegram } from './assemble-telegram.ts';
import { WORK } from './assemble-work.ts';
import { assembleRails, handOverToEvm, ownUrlOf, railEvents, railJobs, sharePayingOut } from './assemble-rails.ts';
import { businessRequestJobs } from './business-requests/jobs.ts';
import { reviewJobs } from './reviews/invite.ts';
import { type LoadedContent, loadContent } from './content/content.ts';
import { contentJobs } from './content/images.ts';
import { contentValues } from './content/values.ts';
import { createCaptcha, purgeProofs } from './captcha/captcha.ts';
import { captchaChoice } from './assemble-captcha.ts';
import { createCountryLookup } from './adapters/countries/index.ts';
import { type LoadedCountries, loadCountries } from './countries/countries.ts';
import type { Deps } from './deps.ts';
import { letterKinds } from './assemble-letters.ts';
import { noticeChannels } from './assemble-notices.ts';
import { mailJobs } from './mails/jobs.ts';
import { noticeJobs } from './mails/notices/jobs.ts';
import { changeJobs } from './changes/jobs.ts';
import { cardVerificationJobs } from './card-verifications/jobs.ts';
import { handoverJobs } from './handovers/jobs.ts';
import { findCardStanding } from './card-verifications/find-card-standing.ts';
import { pushJobs } from './push/jobs.ts';
import { chatJobs } from './chat/jobs.ts';
import { chequeJobs } from './cheques/jobs.ts';
import { personalDataJobs } from './personal-data/jobs.ts';
import { payoutTaskJobs } from './payout-tasks/jobs.ts';
import { workJobs } from './desk/watch-work.ts';
import { deadlineJobs } from './deadlines/jobs.ts';
import { earningJobs } from './earnings/jobs.ts';
import { figureJobs } from './figures/jobs.ts';
import { customerJobs } from './customers/jobs.ts';
import { reserveRequestJobs } from './reserve-requests/jobs.ts';
import { referralJobs } from './referrals/jobs.ts';
import { orderJobs } from './orders/jobs.ts';
import { partnerOfOrder } from './orders/partner-orders.ts';
import { type LoadedCatalogue, loadCatalogue } from './payment-systems/load-catalogue.ts';
import { poolJobs } from './pool/sweep-reservations.ts';
import { slotJobs } from './slots/keep-slots.ts';
import { hasSandboxKeys } from './partners/is-partner.ts';
import { partnerJobs } from './partners/jobs.ts';
import { payoutJobs } from './payouts/jobs.ts';
import type { Config } from './config/config.ts';
import { checkPlace } from './platform/check-place.ts';
import { ConfigError } from './platform/config-error.ts';
import { purgeIdempotencyKeys } from './platform/http/idempotency.ts';
import { purgeProcesses } from './platform/process-row.ts';
import { purgeRateLimits } from './platform/http/rate-limits.ts';
import type { HttpOptions } from './platform/http/create-http.ts';
import type { Log } from './platform/log.ts';
import { createMetrics } from './platform/metrics.ts';
import { measurePayoutTimes } from './orders/measure-payout-times.ts';
import { auditLogJobs } from './audit-log/jobs.ts';
import { auditJobs } from './reconciliation/nightly-audit.ts';
import { paidJobs } from './reconciliation/watch-paid.ts';
import { createRates, type Rates } from './rates/create-rates.ts';
import { type ClosedSystems, loadClosedSystems } from './pool/closed-systems.ts';
import { switchedCatalogue } from './switches/switched-catalogue.ts';
import { closeNewShop } from './switches/switch-off.ts';
import { type LoadedLimits, loadLimits } from './limits/limits.ts';
import { type LoadedNotices, loadNotices } from './public-notice/notices.ts';
import { withClosings } from './switches/with-closings.ts';
import { type LoadedSwitches, loadSwitches } from './switches/switches.ts';
import { signInProviderJobs } from './sign-in-providers/jobs.ts';
import { purgeSessions } from './sessions/purge-sessions.ts';
import { ensureOwner, type FirstOwner } from './users/ensure-owner.ts';
import { hasOwner } from './users/store.ts';
import { type LoadedShop, loadShop, namingShop } from './shop/shop.ts';
import { textJobs } from './texts/jobs.ts';
import { type LoadedTexts, loadTexts } from './texts/said-texts.ts';
import { webhookJobs } from './webhooks/jobs.ts';
import { WITHDRAWALS_BESIDE } from './withdrawals/beside-orders.ts';
import { withdrawalJobs } from './withdrawals/jobs.ts';

export interface App {
  readonly http: FastifyInstance;
  readonly deps: Deps;
  /** Made by this start because there was none. */
  readonly firstOwner: FirstOwner | undefined;
  /** Starts jobs and answers requests. */
  start(): Promise<void>;
  /** Stops accepting, lets what runs end, closes everything. Safe to call twice. */
  stop(): Promise<void>;
}

export interface AssembleOptions {
  readonly log: Log;
  /** Hooks on all traffic, for tests. */
  readonly observe?: HttpOptions['observe'];
  /** Rails beside the registered ones, for tests. */
  readonly rails?: readonly Rail[];
  /** Nouns beside those of the house, after all of them, for tests. */
  readonly nouns?: readonly Noun[];
  /** Makes this the sandbox of another process: programs' calls alone, no owner, nobody to sign in. */
  readonly sandboxSide?: SandboxSide;
}

function mailerOf({ mode, mailUrl, mailFrom, supportEmail, publicUrl }: Config): Mailer {
  if (mailUrl === undefined) return mode === 'demo' ? MAILERS.kept() : MAILERS.none();
  const scheme = mailUrl.startsWith('smtps:') ? 'smtps' : 'smtp';
  return MAILERS[scheme]({ url: mailUrl, from: mailFrom ?? `Razmen <no-reply@${new URL(publicUrl).hostname}>`, replyTo: supportEmail });
}

function sandboxOf(base: Base, config: Config, isBesideMoney: boolean): SandboxProvider | undefined {
  if (config.mode === 'production') return undefined;
  return createSandboxProvider({
    ...base,
    isBesideMoney,
    keys: deriveSandboxKeys(base.secrets),
    callbackUrl: () => `${ownUrlOf(config)}/callbacks/sandbox`,
    ownerOf: async (db, orderId) => {
      const partner = await partnerOfOrder(db, orderId);
      return partner && `${partner.mode} ${partner.userId}`;
    },
  });
}

/** Counters, keys and sessions whose time is over. */
function housekeepingJobs(base: Base, deps: Deps): void {
  deps.queue.every('purge-processes', HOUR_MS, () => purgeProcesses(base));
  deps.queue.every('purge-rate-limits', 5 * MINUTE_MS, () => purgeRateLimits(deps));
  deps.queue.every('purge-idempotency-keys', 10 * MINUTE_MS, () => purgeIdempotencyKeys(deps));
  deps.queue.every('purge-captcha-proofs', 10 * MINUTE_MS, () => purgeProofs(deps));
  deps.queue.every('purge-sessions', 10 * MINUTE_MS, () => purgeSessions(deps));
  deps.queue.every('purge-accounts', HOUR_MS, () => purgeAccounts(deps));
}

/** Made by a process that people sign in at. A password of ours would end up in production's logs: there the first owner brings his own. */
async function ownerOf(deps: Deps, config: Config): Promise<FirstOwner | undefined> {
  if (config.role === 'jobs') return undefined;
  if (config.mode === 'production' && config.owner === undefined && !(await hasOwner(deps.db))) {
    throw new ConfigError('Wrong configuration:\n  OWNER_EMAIL and OWNER_PASSWORD are required in production mode while there is no owner');
  }
  return ensureOwner(deps, config.owner);
}

const gaugesOf = ({ clock }: Base) => ({
  clock_skew_seconds: { help: 'How far the clock of this machine is ahead of the database', read: () => clock.skewMs() / 1000 },
});

interface Running {
  readonly base: Base;
  readonly config: Config;
  readonly deps: Deps;
  readonly catalogue: LoadedCatalogue;
  readonly rates: Rates;
  readonly shop: LoadedShop;
  readonly content: LoadedContent;
  readonly texts: LoadedTexts;
  readonly switches: LoadedSwitches;
  readonly pool: ClosedSystems;
  readonly notices: LoadedNotices;
  readonly limits: LoadedLimits;
  readonly countries: LoadedCountries;
  readonly sandbox: SandboxProvider | undefined;
}

function declareJobs(running: Running, events: ReturnType<typeof railEvents>): void {
  const { deps, config } = running;
  orderJobs(deps);
  customerJobs(deps);
  referralJobs(deps);
  chequeJobs(deps);
  chatJobs(deps);
  pushJobs(deps);
  cardVerificationJobs(deps);
  handoverJobs(deps);
  payoutTaskJobs(deps);
  deadlineJobs(deps);
  poolJobs(deps, running.pool);
  slotJobs(deps);
  payoutJobs(deps);
  withdrawalJobs(deps);
  partnerJobs(deps);
  earningJobs(deps);
  webhookJobs(deps);
  contentJobs(deps);
  reserveRequestJobs(deps);
  businessRequestJobs(deps);
  reviewJobs(deps);
  approvalJobs(deps, APPROVAL_EXECUTORS, APPROVAL_COURSE);
  auditJobs(deps);
  paidJobs(deps);
  figureJobs(deps);
  workJobs(deps, WORK);
  diskJobs(deps, config.dataDir);
  changeJobs(deps);
  auditLogJobs(deps);
  signInProviderJobs(deps);
  personalDataJobs(deps);
  const kinds = letterKinds(deps);
  mailJobs(deps, kinds);
  noticeJobs(deps, kinds, noticeChannels(deps));
  textJobs(deps);
  alarmJobs(deps, config.telegram && MESSENGERS.telegram(config.telegram));
  railJobs(deps, events);
  housekeepingJobs(running.base, deps);
}

async function buildDeps(
  base: Base,
  config: Config,
  more: { readonly rails: readonly Rail[]; readonly nouns: readonly Noun[]; readonly isBesideMoney: boolean },
): Promise<Running> {
  if (config.mode === 'demo') await seedDemo(base.db, config);
  await writeOpeningTexts(base);
  await handOverToEvm(base, config);
  await closeNewShop(base);
  const whole = await loadCatalogue(base);
  const pool = loadClosedSystems({ ...base, catalogue: whole });
  await pool.start();
  const switches = withClosings(loadSwitches(base), pool);
  await switches.start();
  const catalogue = switchedCatalogue(whole, switches, base.clock);
  if (config.mode === 'demo') await fundDemo(base, catalogue);
  const evmPaysOut = await sharePayingOut(base, config);
  const own = assembleRails(base, config, { catalogue, ownUrl: () => ownUrlOf(config), evmPaysOut });
  const rails = new Map([...own, ...more.rails.map((rail) => [rail.name, rail] as const)]);
  const notices = loadNotices({ ...base, switches });
  await notices.start();
  const limits = loadLimits(base);
  await limits.start();
  const countries = loadCountries({ ...base, lookup: createCountryLookup(config.geoDatabase), countryHeader: config.countryHeader });
  await countries.start();
  const rates = createRates({ ...base, catalogue }, () => measurePayoutTimes(base.db));
  const reactions = [...REACTIONS, ...more.nouns.flatMap((noun) => noun.reactions ?? [])];
  const facts = { reactions, orderFacts: ORDER_FACTS, besideOrders: WITHDRAWALS_BESIDE, payoutSubjects: PAYOUT_SUBJECTS, findCardStanding };
  const shop = loadShop(base);
  const content = loadContent({ ...base, values: contentValues({ ...base, shop }) });
  const texts = loadTexts(base);
  const changes = changeRules({ catalogue, quotes: rates.quotes });
  const deps: Deps = {
    ...base,
    captcha: createCaptcha(base, captchaChoice(config, base.log)),
    catalogue,
    changes,
    switches,
    notices,
    limits,
    countries,
    quotes: rates.quotes,
    rails,
    mailer: mailerOf(config),
    shop,
    content,
    sandbox: await assembleSandbox(base, config),
    t: namingShop(texts.t, shop),
    ...facts,
  };
  return {
    base,
    config,
    deps,
    catalogue,
    rates,
    shop,
    content,
    texts,
    switches,
    pool,
    notices,
    limits,
    countries,
    sandbox: sandboxOf(base, config, more.isBesideMoney),
  };
}

async function closeAll({
  base,
  catalogue,
  deps,
  rates,
  shop,
  content,
  texts,
  switches,
  pool,
  notices,
  limits,
  countries,
}: Running): Promise<void> {
  base.clock.stop();
  shop.stop();
  content.stop();
  texts.stop();
  deps.mailer.stop();
  rates.stop();
  switches.stop();
  pool.stop();
  notices.stop();
  limits.stop();
  countries.stop();
  await catalogue.stop();
  await base.live.stop();
  await base.database.stop();
}

/** Builds the whole process from its configuration: the only place that names concrete adapters. */
export async function assemble(
  config: Config,
  { log, observe = [], rails = [], nouns: others = [], sandboxSide }: AssembleOptions,
): Promise<App> {
  const nouns = sandboxSide === undefined ? others : [...others, handingOver(sandboxSide)];
  // Here and not with the base: the audit opens the books of a shop that is listening
  await checkPlace(config);
  const base = await openBase(config, log, sandboxSide && SANDBOX_CONNECTIONS);
  const running = await buildDeps(base, config, { rails, nouns, isBesideMoney: sandboxSide !== undefined });
  const { deps, rates, sandbox, shop, content, texts } = running;
  const events = railEvents(deps);
  const market = assembleMarket(deps, config);
  assembleCryptoStats(deps, config);
  declareJobs(running, events);
  const telegram = assembleTelegram(deps, config);
  for (const { jobs } of nouns) jobs?.(deps);
  const metrics = config.metricsPort === undefined ? undefined : createMetrics(gaugesOf(base));
  let phase: 'starting' | 'serving' | 'stopping' = 'starting';
  const watchers = metrics === undefined ? [] : [(app: FastifyInstance) => metrics.observe(app)];
  const health = assembleHealth(base, deps, () => phase);
  const parts: HttpParts = {
    config,
    deps,
    events,
    health,
    sandbox,
    moreRoutes: nouns.flatMap(({ routes }) => routes?.(deps) ?? []),
    ownUrl: () => ownUrlOf(config),
    observe: [...watchers, ...observe],
  };
  const http = sandboxSide === undefined ? await assembleHttp(parts) : await assembleSandboxHttp(parts, sandboxSide, programRoutes(parts));
  const firstOwner = sandboxSide === undefined ? await ownerOf(deps, config) : undefined;
  let stopped: Promise<void> | undefined;

  async function stop(): Promise<void> {
    phase = 'stopping';
    // Nothing new is accepted from the first moment on; requests that are running may still write into the outbox.
    await Promise.all([http.close().then(() => deps.sandbox.stop()), telegram.stop(), base.queue.drain().then(() => sandbox?.stop())]);
    await market.stop().catch((error: unknown) => base.log.warn({ error }, 'market_not_left'));
    await base.queue.stop();
    await metrics?.stop();
    await closeAll(running);
  }

  return {
    http,
    deps,
    firstOwner,
    async start() {
      // The first visitor sees a rate: one set of prices is taken before anyone is let in.
      if (config.role !== 'web') await market.begin();
      await Promise.all([rates.start(), shop.start(), content.start(), texts.start()]);
      // The first order must find its outbox
      await deps.queue.open();
      watchClock(base, deps);
      await http.listen({ port: config.port, host: config.host });
      sandbox?.start();
      if (await hasSandboxKeys(deps.db)) deps.sandbox.wake();
      await deps.queue.start(config.role);
      if (config.metricsPort !== undefined) await metrics?.listen(config.metricsPort, config.host);
      phase = 'serving';
    },
    stop: () => (stopped ??= stop()),
  };
}
