import { CAPTCHA_SERVICES } from './adapters/captcha/index.ts';
import { createCountryLookup } from './adapters/countries/index.ts';
import { MAILERS } from './adapters/mail/index.ts';
import type { Mailer } from './adapters/mail/port.ts';
import { marketStats } from './adapters/market-stats/index.ts';
import { BOTS, MESSENGERS } from './adapters/messengers/index.ts';
import { monitors } from './adapters/monitors/index.ts';
import { watchAcquirers } from './adapters/rails/acquirer/health.ts';
import type { Rail } from './adapters/rails/port.ts';
import { createSandboxProvider, type SandboxProvider } from './adapters/rails/sandbox/provider/provider.ts';
import { deriveSandboxKeys } from './adapters/rails/sandbox/signature.ts';
import { createSource } from './adapters/rate-sources/index.ts';
import type { Base } from './assemble-base.ts';
import { assignCoinRails } from './assemble-coins.ts';
import { assembleRails, assignEvmRail, ownUrlOf, sharePayingRails } from './assemble-rails.ts';
import { assignMoneroRail } from './assemble-monero.ts';
import { assignTronRail } from './assemble-tron.ts';
import { assembleSandbox } from './assemble-sandbox.ts';
import { type CaptchaChoice, createCaptcha } from './captcha/captcha.ts';
import { findCardStanding } from './card-verifications/queries.ts';
import type { Config } from './config/config.ts';
import { loadContent } from './content/content.ts';
import { seedContent } from './content/seed/seed-content.ts';
import { contentValues } from './content/values.ts';
import { loadCountries } from './countries/countries.ts';
import type { Deps } from './deps.ts';
import { fundReserves } from './ledger/fund-demo.ts';
import { loadLimits } from './limits/limits.ts';
import type { Adapters, Module, StartupContext } from './module.ts';
import { measurePayoutTimes } from './orders/measure-payout-times.ts';
import { partnerOfOrder } from './orders/partner-orders.ts';
import { DEMO_RESERVES, DEMO_SLOTS, seedDemoCatalogue } from './payment-systems/demo.ts';
import { loadCatalogue, type LoadedCatalogue } from './payment-systems/load-catalogue.ts';
import { type Db, sql, type Tx } from './platform/db/db.ts';
import type { Log } from './platform/log.ts';
import { loadClosedSystems } from './pool/closed-systems.ts';
import { loadNotices } from './public-notice/notices.ts';
import { createRates, type Rates } from './rates/create-rates.ts';
import { createRegistries } from './registries.ts';
import { loadShop, seedDemoSettings, withShopName } from './shop/shop.ts';
import { addMissingSlots } from './slots/apply-slot-rules.ts';
import { closeNewShop } from './switches/switch-off.ts';
import { switchedCatalogue, withClosings } from './switches/switched-catalogue.ts';
import { type LoadedSwitches, loadSwitches } from './switches/switches.ts';
import { loadTexts } from './texts/loaded-texts.ts';
import { WITHDRAWALS_IN_ORDERS } from './withdrawals/present.ts';

/** The provider of crypto statistics. Demo mode uses invented ones unless a provider is configured. */
function marketStatsOf({ mode, marketStats: { url } }: Config): Adapters['marketStats'] {
  if (url === 'off') return undefined;
  if (mode === 'demo' && url === undefined) return marketStats.demo({ prices: createSource({ name: 'demo', url: undefined }) });
  return marketStats.coingecko({ url });
}

/** The adapters that single modules use, chosen by configuration. */
function assembleAdapters({ db, clock, log }: Base, config: Config): Adapters {
  const { telegram, monitorUrl } = config;
  return {
    messenger: telegram && MESSENGERS.telegram(telegram),
    bot: telegram && BOTS.telegram(telegram),
    monitor: monitorUrl === undefined ? undefined : monitors.bestchange({ url: monitorUrl, clock, log }),
    marketStats: marketStatsOf(config),
    createRateSource: createSource,
    watchAcquirers: watchAcquirers(db, config.acquirers),
  };
}

/** The configured captcha. reCAPTCHA without its keys refuses all visitors and logs the reason. */
function chooseCaptcha({ recaptcha, publicUrl }: Pick<Config, 'recaptcha' | 'publicUrl'>, log: Pick<Log, 'error'>): CaptchaChoice {
  if (recaptcha === undefined) return { kind: 'proof_of_work' };
  const { siteKey, secret, url } = recaptcha;
  if (siteKey === undefined || secret === undefined) {
    log.error({}, 'recaptcha_key_missing');
    return { kind: 'recaptcha', checker: undefined };
  }
  return { kind: 'recaptcha', checker: CAPTCHA_SERVICES.recaptcha({ siteKey, secret, url, hostname: new URL(publicUrl).hostname }) };
}

/** Advisory lock of the initial data: of two processes that start together, one inserts it and the other finds it. */
const SEED_LOCK = 7_243_992;

async function withSeedLock(db: Db, work: (tx: Tx) => Promise<void>): Promise<void> {
  await db.tx(async (tx) => {
    await tx.run(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
    await work(tx);
  });
}

/** Inserts the catalogue, slots and settings of demo mode. Runs at every start and adds only what is missing. */
async function seedDemo(db: Db, { supportEmail }: { readonly supportEmail: string | undefined }): Promise<void> {
  await withSeedLock(db, async (tx) => {
    await seedDemoCatalogue(tx);
    await addMissingSlots(tx, DEMO_SLOTS);
    await seedDemoSettings(tx, supportEmail);
  });
}

/** Inserts the initial pages and texts, in demo and production mode. */
async function seedTexts(base: Pick<Base, 'db' | 'clock' | 'random'>): Promise<void> {
  await withSeedLock(base.db, (tx) => seedContent(base, tx));
}

/** Posts the opening balances of demo mode. They need the catalogue. */
async function fundDemo(base: Pick<Base, 'db' | 'random' | 'secrets'>, catalogue: LoadedCatalogue): Promise<void> {
  await withSeedLock(base.db, (tx) => fundReserves({ ...base, catalogue }, tx, DEMO_RESERVES));
  await catalogue.refresh();
}

/** The catalogue, restricted by the switches and by payment systems that are closed because they have no requisites. */
async function loadSwitchedCatalogue(base: Base) {
  const loaded = await loadCatalogue(base);
  const closedSystems = loadClosedSystems({ ...base, catalogue: loaded });
  await closedSystems.start();
  const switches = withClosings(loadSwitches(base), closedSystems);
  await switches.start();
  return { catalogue: switchedCatalogue(loaded, switches, base.clock), closedSystems, switches };
}

/** Rules that operators change, cached and kept current. */
async function loadRules(base: Base, config: Config, switches: LoadedSwitches) {
  const notices = loadNotices({ ...base, switches });
  await notices.start();
  const limits = loadLimits(base);
  await limits.start();
  const countries = loadCountries({ ...base, lookup: createCountryLookup(config.geoDatabase), countryHeader: config.countryHeader });
  await countries.start();
  return { notices, limits, countries };
}

/** The mail server of `MAIL_URL`. Without one, demo mode only stores mails, and in production they wait. */
function mailerOf({ mode, mailUrl, mailFrom, supportEmail, publicUrl }: Config): Mailer {
  if (mailUrl === undefined) return mode === 'demo' ? MAILERS.kept() : MAILERS.none();
  const scheme = mailUrl.startsWith('smtps:') ? 'smtps' : 'smtp';
  return MAILERS[scheme]({ url: mailUrl, from: mailFrom ?? `Razmen <no-reply@${new URL(publicUrl).hostname}>`, replyTo: supportEmail });
}

/** The test bank of demo mode and of the sandbox process; production has none. */
function testBankOf(base: Base, config: Config, isRealMoneyPresent: boolean): SandboxProvider | undefined {
  if (config.mode === 'production') return undefined;
  return createSandboxProvider({
    ...base,
    isRealMoneyPresent,
    keys: deriveSandboxKeys(base.secrets),
    callbackUrl: () => `${ownUrlOf(config)}/callbacks/sandbox`,
    ownerOf: async (db, orderId) => {
      const partner = await partnerOfOrder(db, orderId);
      return partner && `${partner.mode} ${partner.userId}`;
    },
  });
}

export interface AssembledDeps {
  readonly deps: Deps;
  readonly context: StartupContext;
  readonly rates: Rates;
  /** Caches that are read before requests are answered. */
  readonly caches: readonly { start(): Promise<void>; stop(): void }[];
  /** Undefined in production. */
  readonly testBank: SandboxProvider | undefined;
  /** Stops caches and closes the database. */
  close(): Promise<void>;
}

interface DepsOptions {
  /** Further rails, for tests. */
  readonly rails: readonly Rail[];
  readonly modules: readonly Module[];
  readonly modulesOff: readonly Module[];
  /** This is the sandbox process of a shop with real money. */
  readonly isRealMoneyPresent: boolean;
}

/** Inserts initial data and assigns the payment systems of a newly configured chain. Repeatable. */
async function prepareDatabase(base: Base, config: Config): Promise<void> {
  if (config.mode === 'demo') await seedDemo(base.db, config);
  await seedTexts(base);
  await assignEvmRail(base, config);
  await assignCoinRails(base, config);
  await assignTronRail(base, config);
  await assignMoneroRail(base, config);
  await closeNewShop(base);
}

/** Builds `Deps` (`deps.ts`). Only this file and `assemble-rails.ts` choose adapters. */
export async function assembleDeps(
  base: Base,
  config: Config,
  { rails: testRails, modules, modulesOff, isRealMoneyPresent }: DepsOptions,
): Promise<AssembledDeps> {
  await prepareDatabase(base, config);
  const { catalogue, closedSystems, switches } = await loadSwitchedCatalogue(base);
  if (config.mode === 'demo') await fundDemo(base, catalogue);
  const paysOut = await sharePayingRails(base, config);
  const rails = assembleRails(base, config, { catalogue, ownUrl: () => ownUrlOf(config), paysOut });
  const rules = await loadRules(base, config, switches);
  const rates = createRates({ ...base, catalogue }, () => measurePayoutTimes(base.db));
  const registries = createRegistries(modules, modulesOff);
  const shop = loadShop(base);
  const content = loadContent({ ...base, values: contentValues({ ...base, shop }) });
  const texts = loadTexts(base);
  const deps: Deps = {
    ...base,
    captcha: createCaptcha(base, chooseCaptcha(config, base.log)),
    catalogue,
    changes: registries.changeRules({ catalogue, quotes: rates.quotes }),
    switches,
    ...rules,
    quotes: rates.quotes,
    rails: new Map([...rails, ...testRails.map((rail) => [rail.name, rail] as const)]),
    mailer: mailerOf(config),
    shop,
    content,
    sandbox: await assembleSandbox(base, config),
    t: withShopName(texts.t, shop),
    reactions: registries.reactions,
    orderFacts: registries.orderFacts,
    payoutSubjects: registries.payoutSubjects,
    otherListEntries: WITHDRAWALS_IN_ORDERS,
    findCardStanding,
  };
  const stoppable = [base.clock, shop, content, texts, deps.mailer, rates, switches, closedSystems, ...Object.values(rules)];
  return {
    deps,
    context: { config, registries, closedSystems, adapters: assembleAdapters(base, config) },
    rates,
    caches: [shop, content, texts],
    testBank: testBankOf(base, config, isRealMoneyPresent),
    async close() {
      for (const cache of stoppable) cache.stop();
      await catalogue.stop();
      await base.live.stop();
      await base.database.stop();
    },
  };
}
