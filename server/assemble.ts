import type { FastifyInstance } from 'fastify';
import { HOUR_MS, MINUTE_MS } from '#core/time.ts';
import type { Rail } from './adapters/rails/port.ts';
import { type Base, openBase } from './assemble-base.ts';
import { type AssembledDeps, assembleDeps } from './assemble-deps.ts';
import { assembleHealth, assembleHttp, diskJobs, type HttpParts, partnerRoutes, reportClockSkew } from './assemble-http.ts';
import { railEvents, railJobs } from './assemble-rails.ts';
import { assembleSandboxHttp, handOverModule, SANDBOX_CONNECTIONS, type SandboxSide } from './assemble-sandbox.ts';
import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';
import type { Module, Service } from './module.ts';
import { MODULES } from './modules.ts';
import { hasSandboxKeys } from './partners/queries.ts';
import { ConfigError } from './platform/errors.ts';
import { purgeProcesses } from './platform/health.ts';
import type { HttpOptions } from './platform/http/create-http.ts';
import { purgeRateLimits } from './platform/http/rate-limits.ts';
import { purgeIdempotencyKeys } from './platform/http/run-command.ts';
import { checkLocalResources } from './platform/local-resources.ts';
import type { Log } from './platform/log.ts';
import { createMetrics, type Metrics } from './platform/metrics.ts';
import { ensureOwner, type FirstOwner } from './users/create-operator.ts';
import { hasOwner } from './users/store.ts';

export interface App {
  readonly http: FastifyInstance;
  readonly deps: Deps;
  /** The owner created by this start; undefined: there was one already. */
  readonly firstOwner: FirstOwner | undefined;
  /** Starts jobs and answers requests. */
  start(): Promise<void>;
  /** Stops accepting requests, waits for running work, closes connections. Safe to call twice. */
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
  /** Set in the sandbox process: it serves the partner API only, without owner and sign-in. */
  readonly sandboxSide?: SandboxSide;
}

/** The modules of this process, in order: the registered ones that are on, those of tests, and the hand-over of a sandbox process. */
function chooseModules(config: Config, { modules: testModules = [], sandboxSide }: AssembleOptions) {
  const isOff = ({ name }: Module) => config.modulesOff.includes(name);
  const handOver = sandboxSide === undefined ? [] : [handOverModule(sandboxSide)];
  return { modules: [...MODULES.filter((module) => !isOff(module)), ...testModules, ...handOver], modulesOff: MODULES.filter(isOff) };
}

/** Registers the jobs of the modules, the rails and the platform. */
function registerJobs(base: Base, { config, modules, deps, context, events }: HttpParts): void {
  for (const { jobs } of modules) jobs?.(deps, context);
  diskJobs(deps, config.dataDir);
  railJobs(deps, events);
  deps.queue.every('purge-processes', HOUR_MS, () => purgeProcesses(base));
  deps.queue.every('purge-rate-limits', 5 * MINUTE_MS, () => purgeRateLimits(deps));
  deps.queue.every('purge-idempotency-keys', 10 * MINUTE_MS, () => purgeIdempotencyKeys(deps));
}

/**
 * Creates the first owner in processes that people sign in at. In production mode the owner is configured: a generated password would be
 * printed to the logs.
 */
async function createFirstOwner(deps: Deps, config: Config): Promise<FirstOwner | undefined> {
  if (config.role === 'jobs') return undefined;
  if (config.mode === 'production' && config.owner === undefined && !(await hasOwner(deps.db))) {
    throw new ConfigError('Wrong configuration:\n  OWNER_EMAIL and OWNER_PASSWORD are required in production mode while there is no owner');
  }
  return ensureOwner(deps, config.owner);
}

const gaugesOf = ({ clock }: Base) => ({
  clock_skew_seconds: { help: 'How far the clock of this machine is ahead of the database', read: () => clock.skewMs() / 1000 },
});

type Phase = 'starting' | 'serving' | 'stopping';

/** An assembled process. */
interface Process {
  readonly config: Config;
  readonly base: Base;
  readonly assembled: AssembledDeps;
  readonly services: readonly Service[];
  readonly metrics: Metrics | undefined;
  readonly http: FastifyInstance;
  readonly setPhase: (phase: Phase) => void;
}

async function startProcess({ config, base, assembled, services, metrics, http, setPhase }: Process): Promise<void> {
  const { deps, rates, caches, testBank } = assembled;
  // Prices are taken before requests are answered, so that the first visitor sees a rate
  if (config.role !== 'web') for (const service of services) await service.start();
  await Promise.all([rates.start(), ...caches.map((cache) => cache.start())]);
  // The queue is open before the first order, which writes into it
  await deps.queue.open();
  reportClockSkew(base, deps);
  await http.listen({ port: config.port, host: config.host });
  testBank?.start();
  if (await hasSandboxKeys(deps.db)) deps.sandbox.wake();
  await deps.queue.start(config.role);
  if (config.metricsPort !== undefined) await metrics?.listen(config.metricsPort, config.host);
  setPhase('serving');
}

async function stopProcess({ base, assembled, services, metrics, http, setPhase }: Process): Promise<void> {
  const { deps, testBank } = assembled;
  const stopService = (service: Service) => service.stop().catch((error: unknown) => base.log.warn({ error }, 'service_not_stopped'));
  setPhase('stopping');
  // No new requests and jobs from here on; running requests may still write into the queue
  await Promise.all([http.close().then(() => deps.sandbox.stop()), base.queue.drain().then(() => testBank?.stop())]);
  await Promise.all(services.map(stopService));
  await base.queue.stop();
  await metrics?.stop();
  await assembled.close();
}

/** Builds a process from its configuration: the modules, their dependencies, jobs and services, and the HTTP server. */
export async function assemble(config: Config, options: AssembleOptions): Promise<App> {
  const { log, observe = [], rails = [], sandboxSide } = options;
  const { modules, modulesOff } = chooseModules(config, options);
  // Not part of `openBase`, because `npm run audit` opens the base of a shop that is listening
  await checkLocalResources(config);
  const base = await openBase(config, log, sandboxSide && SANDBOX_CONNECTIONS);
  const assembled = await assembleDeps(base, config, { rails, modules, modulesOff, isRealMoneyPresent: sandboxSide !== undefined });
  const { deps, context, testBank } = assembled;
  const metrics = config.metricsPort === undefined ? undefined : createMetrics(gaugesOf(base));
  let phase: Phase = 'starting';
  const parts: HttpParts = {
    config,
    deps,
    modules,
    context,
    events: railEvents(deps),
    health: assembleHealth(base, deps, () => phase),
    testBank,
    observe: [...(metrics === undefined ? [] : [(app: FastifyInstance) => metrics.observe(app)]), ...observe],
  };
  registerJobs(base, parts);
  const services = modules.flatMap(({ service }) => service?.(deps, context) ?? []);
  const http = sandboxSide === undefined ? await assembleHttp(parts) : await assembleSandboxHttp(parts, sandboxSide, partnerRoutes(parts));
  const firstOwner = sandboxSide === undefined ? await createFirstOwner(deps, config) : undefined;
  const setPhase = (next: Phase) => (phase = next);
  const running: Process = { config, base, assembled, services, metrics, http, setPhase };
  let stopped: Promise<void> | undefined;
  return {
    http,
    deps,
    firstOwner,
    start: () => startProcess(running),
    stop: () => (stopped ??= stopProcess(running)),
  };
}
