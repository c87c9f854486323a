import type { FastifyInstance } from 'fastify';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import { MAILERS } from './adapters/mail/index.ts';
import type { Mailer } from './adapters/mail/port.ts';
import type { Rail } from './adapters/rails/port.ts';
import { createSandboxProvider, type SandboxProvider } from './adapters/rails/sandbox/provider/provider.ts';
import { deriveSandboxKeys } from './adapters/rails/sandbox/signature.ts';
import { type Base, openBase } from './assemble-base.ts';
import { fundDemo, seedDemo, writeOpeningTexts } from './assemble-demo.ts';
import { assembleHealth, diskJobs, watchClock } from './assemble-health.ts';
import { assembleHttp, type HttpParts, programRoutes } from './assemble-http.ts';
import { assembleSandbox, assembleSandboxHttp, handingOver, SANDBOX_CONNECTIONS, type SandboxSide } from './assemble-sandbox.ts';
import { assembleRails, handOverToEvm, ownUrlOf, railEvents, railJobs, sharePayingOut } from './assemble-rails.ts';
import { loadContent } from './content/content.ts';
import { contentValues } from './content/values.ts';
import { createCaptcha } from './captcha/captcha.ts';
import { chooseCaptcha } from './assemble-captcha.ts';
import type { Deps } from './deps.ts';
import { assembleAdapters } from './assemble-adapters.ts';
import type { Module, Service, StartupContext } from './module.ts';
import { MODULES } from './modules.ts';
import { createRegistries } from './registries.ts';
import { findCardStanding } from './card-verifications/queries.ts';
import { partnerOfOrder } from './orders/partner-orders.ts';
import { hasSandboxKeys } from './partners/queries.ts';
import type { Config } from './config/config.ts';
import { checkLocalResources } from './platform/local-resources.ts';
import { ConfigError } from './platform/errors.ts';
import { purgeIdempotencyKeys } from './platform/http/run-command.ts';
import { purgeProcesses } from './platform/health.ts';
import { purgeRateLimits } from './platform/http/rate-limits.ts';
import type { HttpOptions } from './platform/http/create-http.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { measurePayoutTimes } from './orders/measure-payout-times.ts';
import { createRates, type Rates } from './rates/create-rates.ts';
import { closeNewShop } from './switches/switch-off.ts';
import { ensureOwner, type FirstOwner } from './users/create-operator.ts';
import { hasOwner } from './users/store.ts';
import { loadShop, withShopName } from './shop/shop.ts';
import { loadTexts } from './texts/loaded-texts.ts';
import { WITHDRAWALS_IN_ORDERS } from './withdrawals/present.ts';
import { loadRules, openCatalogue } from './assemble-rules.ts';

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
  /** Modules after the registered ones, for tests. */
  readonly modules?: readonly Module[];
  /** Makes this the sandbox of another process: partner API only, no owner, no sign-in. */
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
    isRealMoneyPresent: isBesideMoney,
    keys: deriveSandboxKeys(base.secrets),
    callbackUrl: () => `${ownUrlOf(config)}/callbacks/sandbox`,
    ownerOf: async (db, orderId) => {
      const partner = await partnerOfOrder(db, orderId);
      return partner && `${partner.mode} ${partner.userId}`;
    },
  });
}

/** Deletes expired rows of the platform's own tables. */
function platformJobs(base: Base, deps: Deps): void {
  deps.queue.every('purge-processes', HOUR_MS, () => purgeProcesses(base));
  deps.queue.every('purge-rate-limits', 5 * MINUTE_MS, () => purgeRateLimits(deps));
  deps.queue.every('purge-idempotency-keys', 10 * MINUTE_MS, () => purgeIdempotencyKeys(deps));
}

/** Made by a process that people sign in at. A password of ours would end up in production's logs: there the first owner sets one. */
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
  readonly config: Config;
  readonly deps: Deps;
  readonly context: StartupContext;
  readonly rates: Rates;
  /** Caches that are read before requests are answered. */
  readonly caches: readonly { start(): Promise<void>; stop(): void }[];
  readonly sandbox: SandboxProvider | undefined;
  close(): Promise<void>;
}

interface Extras {
  readonly rails: readonly Rail[];
  readonly modules: readonly Module[];
  readonly modulesOff: readonly Module[];
  readonly isBesideMoney: boolean;
}

/** Initial data, and the hand-over of payment systems to a newly configured chain. */
async function prepareDatabase(base: Base, config: Config): Promise<void> {
  if (config.mode === 'demo') await seedDemo(base.db, config);
  await writeOpeningTexts(base);
  await handOverToEvm(base, config);
  await closeNewShop(base);
}

async function buildDeps(base: Base, config: Config, { rails: moreRails, modules, modulesOff, isBesideMoney }: Extras): Promise<Running> {
  await prepareDatabase(base, config);
  const { catalogue, closedSystems, switches } = await openCatalogue(base);
  if (config.mode === 'demo') await fundDemo(base, catalogue);
  const evmPaysOut = await sharePayingOut(base, config);
  const ownRails = assembleRails(base, config, { catalogue, ownUrl: () => ownUrlOf(config), evmPaysOut });
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
    rails: new Map([...ownRails, ...moreRails.map((rail) => [rail.name, rail] as const)]),
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
    config,
    deps,
    context: { config, registries, closedSystems, adapters: assembleAdapters(base, config) },
    rates,
    caches: [shop, content, texts],
    sandbox: sandboxOf(base, config, isBesideMoney),
    async close() {
      for (const cache of stoppable) cache.stop();
      await catalogue.stop();
      await base.live.stop();
      await base.database.stop();
    },
  };
}

type Phase = 'starting' | 'serving' | 'stopping';

/** An assembled process. */
interface Process {
  readonly config: Config;
  readonly base: Base;
  readonly running: Running;
  readonly services: readonly Service[];
  readonly metrics: Metrics | undefined;
  readonly http: FastifyInstance;
  readonly setPhase: (phase: Phase) => void;
}

async function startProcess({ config, base, running, services, metrics, http, setPhase }: Process): Promise<void> {
  const { deps, rates, caches, sandbox } = running;
  // The first visitor sees a rate: prices are taken before requests are answered.
  if (config.role !== 'web') for (const service of services) await service.start();
  await Promise.all([rates.start(), ...caches.map((cache) => cache.start())]);
  // The first order must find its outbox
  await deps.queue.open();
  watchClock(base, deps);
  await http.listen({ port: config.port, host: config.host });
  sandbox?.start();
  if (await hasSandboxKeys(deps.db)) deps.sandbox.wake();
  await deps.queue.start(config.role);
  if (config.metricsPort !== undefined) await metrics?.listen(config.metricsPort, config.host);
  setPhase('serving');
}

async function stopProcess({ base, running, services, metrics, http, setPhase }: Process): Promise<void> {
  const { deps, sandbox } = running;
  const stopService = (service: Service) => service.stop().catch((error: unknown) => base.log.warn({ error }, 'service_not_stopped'));
  setPhase('stopping');
  // Nothing new is accepted from here on; requests that are running may still write into the outbox.
  await Promise.all([http.close().then(() => deps.sandbox.stop()), base.queue.drain().then(() => sandbox?.stop())]);
  await Promise.all(services.map(stopService));
  await base.queue.stop();
  await metrics?.stop();
  await running.close();
}

/** Builds the whole process from its configuration: the only place that names concrete adapters. */
export async function assemble(
  config: Config,
  { log, observe = [], rails = [], modules: moreModules = [], sandboxSide }: AssembleOptions,
): Promise<App> {
  const isOff = ({ name }: Module) => config.modulesOff.includes(name);
  const modules = [...MODULES.filter((module) => !isOff(module)), ...moreModules, ...(sandboxSide ? [handingOver(sandboxSide)] : [])];
  // Here and not with the base: the audit opens the books of a shop that is listening
  await checkLocalResources(config);
  const base = await openBase(config, log, sandboxSide && SANDBOX_CONNECTIONS);
  const running = await buildDeps(base, config, {
    rails,
    modules,
    modulesOff: MODULES.filter(isOff),
    isBesideMoney: sandboxSide !== undefined,
  });
  const { deps, context, sandbox } = running;
  const events = railEvents(deps);
  for (const { jobs } of modules) jobs?.(deps, context);
  const services = modules.flatMap(({ service }) => service?.(deps, context) ?? []);
  diskJobs(deps, config.dataDir);
  railJobs(deps, events);
  platformJobs(base, deps);
  const metrics = config.metricsPort === undefined ? undefined : createMetrics(gaugesOf(base));
  let phase: Phase = 'starting';
  const watchers = metrics === undefined ? [] : [(app: FastifyInstance) => metrics.observe(app)];
  const parts: HttpParts = {
    config,
    deps,
    modules,
    context,
    events,
    health: assembleHealth(base, deps, () => phase),
    sandbox,
    ownUrl: () => ownUrlOf(config),
    observe: [...watchers, ...observe],
  };
  const http = sandboxSide === undefined ? await assembleHttp(parts) : await assembleSandboxHttp(parts, sandboxSide, programRoutes(parts));
  const firstOwner = sandboxSide === undefined ? await ownerOf(deps, config) : undefined;
  const setPhase = (next: Phase) => (phase = next);
  const assembled: Process = { config, base, running, services, metrics, http, setPhase };
  let stopped: Promise<void> | undefined;
  return {
    http,
    deps,
    firstOwner,
    start: () => startProcess(assembled),
    stop: () => (stopped ??= stopProcess(assembled)),
  };
}
