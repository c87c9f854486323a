import { hostname } from 'node:os';
import path from 'node:path';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { MINUTE_MS } from '#core/time.ts';
import { railCallbacks } from './adapters/rails/callbacks.ts';
import type { RailEvents } from './adapters/rails/port.ts';
import { sandboxProvider } from './adapters/rails/sandbox/provider/http.ts';
import type { SandboxProvider } from './adapters/rails/sandbox/provider/provider.ts';
import type { Base } from './assemble-base.ts';
import { claimBuild } from './config/claim-build.ts';
import type { Config } from './config/config.ts';
import type { Deps } from './deps.ts';
import { createIncidentTracker } from './incidents/incident-tracker.ts';
import { raiseIncident } from './incidents/raise-incident.ts';
import type { HttpContext, Module, SignInDeps, StartupContext } from './module.ts';
import { ORDER_KEYS } from './orders/access.ts';
import { createSignedCallAuthenticator } from './partners/authenticate-signed.ts';
import { visitorOncePerPage } from './platform/http/page-reads.ts';
import { AnyRow, sql } from './platform/db/db.ts';
import { type Health, healthRoutes, processName, writeProcessRow } from './platform/health.ts';
import { createHttp, type HttpOptions } from './platform/http/create-http.ts';
import { createGuestCookies } from './platform/http/guest-cookies.ts';
import { createRateLimits, noRateLimits, type RateLimits } from './platform/http/rate-limits.ts';
import type { Route } from './platform/http/route.ts';
import type { AuthenticateSigned } from './platform/http/signed-call.ts';
import { stripUntrustedHeader } from './platform/http/trusted-header.ts';
import { classifyDiskSpace, readDiskSpace } from './platform/local-resources.ts';
import { createControllerOf, sandboxBankRoutes } from './sandbox/bank-calls.ts';
import { relayTo } from './sandbox/relay.ts';
import { notifyBySecurityMail } from './security-emails/security-emails.ts';
import { sessionVisitors } from './sessions/visitor.ts';
import { openIdProvider } from './sign-in-providers/openid.ts';

/** Revokes the API keys and webhook endpoints of an account, in every module that has some. Returns whether there were any. */
export const revokeApiAccessOf =
  (modules: readonly Module[], { clock }: Pick<Deps, 'clock'>): SignInDeps['revokeApiAccess'] =>
  async (tx, { userId, since }) => {
    let revoked = 0;
    for (const { revokeApiAccess } of modules) revoked += (await revokeApiAccess?.(tx, { userId, since, now: clock.now() })) ?? 0;
    return revoked > 0;
  };

const deleteNoticeChannelsOf =
  (modules: readonly Module[], { clock }: Pick<Deps, 'clock'>): SignInDeps['deleteNoticeChannels'] =>
  async (tx, { userId, before }) => {
    for (const { deleteNoticeChannels } of modules) await deleteNoticeChannels?.(tx, { userId, before, now: clock.now() });
  };

/** Dependencies of sign-in: providers, rate limits, notifications, and the revocation of an account's access. */
function assembleSignIn(
  deps: Deps,
  { config, modules, rateLimits }: { readonly config: Config; readonly modules: readonly Module[]; readonly rateLimits: RateLimits },
): SignInDeps {
  return {
    ...deps,
    limits: rateLimits,
    notifyUser: notifyBySecurityMail(deps),
    providers: new Map(config.signInProviders.map((provider) => [provider.id, openIdProvider(deps, provider)])),
    deleteNoticeChannels: deleteNoticeChannelsOf(modules, deps),
    revokeApiAccess: revokeApiAccessOf(modules, deps),
  };
}

/** Readiness checks of database, queue and files. The database and file checks write, because a full disk can still be read. */
export function assembleHealth({ clock, random }: Base, deps: Deps, phase: Health['phase']): Health {
  const id = random.uuid();
  return {
    phase,
    checks: {
      database: () => writeProcessRow({ db: deps.db, clock }, id),
      queue: () => deps.db.many(AnyRow, sql`select 1 from pgboss.queue limit 1`),
      files: () => deps.files.probe(),
    },
    facts: () => ({ clock_skew_ms: clock.skewMs() }),
  };
}

/** Raises an incident if the machine's clock is wrong. The service uses the database's clock, but logs and other programs do not. */
export function reportClockSkew({ clock }: Base, deps: Deps): void {
  clock.onSkew((skewMs) => {
    const incident = { kind: 'clock_skew', subject: hostname(), detail: { skew_ms: String(skewMs), process: processName() } } as const;
    deps.db
      .tx(async (tx) => await raiseIncident(deps, tx, incident))
      .catch((error: unknown) => deps.log.warn({ error, skew_ms: skewMs }, 'clock_skew_not_raised'));
  });
}

const MEBIBYTE = 2 ** 20;

/** Opens an incident while the disk is nearly full (domain 11, "Alarms": "disk low"). */
export function diskJobs(deps: Deps, folder: string): void {
  const incidents = createIncidentTracker(deps);
  const subject = hostname();
  deps.queue.every('watch-disk', MINUTE_MS, async () => {
    const space = await readDiskSpace(folder);
    const level = classifyDiskSpace(space);
    const detail = { free_mib: String(Math.floor(space.freeBytes / MEBIBYTE)) };
    // Incidents of other machines stay open: this process cannot see their disks
    const staysOpen = (openSubject: string) => openSubject !== subject || level === 'between';
    await incidents.reconcile('disk_low', level === 'low' ? { [subject]: detail } : {}, staysOpen);
  });
}

/** Folder of all builds (`scripts/build-folders.mjs`). */
const BUILDS = path.join(path.dirname(import.meta.dirname), 'build');

export interface HttpParts {
  readonly config: Config;
  readonly deps: Deps;
  readonly modules: readonly Module[];
  readonly context: StartupContext;
  readonly events: RailEvents;
  readonly health: Health;
  /** Undefined in production. */
  readonly testBank: SandboxProvider | undefined;
  readonly observe: NonNullable<HttpOptions['observe']>;
}

const httpContext = ({ config, deps, modules, context }: HttpParts, rateLimits: RateLimits): HttpContext => ({
  ...context,
  rateLimits,
  signIn: assembleSignIn(deps, { config, modules, rateLimits }),
  guests: createGuestCookies({ ...deps, publicUrl: deps.settings.publicUrl, guestKeys: ORDER_KEYS }),
  buildFolder: config.hotReload ? path.join(BUILDS, 'development') : path.resolve(BUILDS, claimBuild(BUILDS)),
});

const apiRoutes = ({ deps, modules }: HttpParts, context: HttpContext): Route[] =>
  modules.flatMap((module) => module.routes?.(deps, context) ?? []);

/** Served in every role: health, callbacks of providers, and the test bank if there is one. */
function commonPlugins(
  { deps, events, health, testBank, config }: HttpParts,
  authenticateSigned: AuthenticateSigned,
): FastifyPluginAsync[] {
  const { rails, log, t } = deps;
  const plugins: FastifyPluginAsync[] = [healthRoutes(health), (app) => railCallbacks(app, { rails, events, log })];
  const controllerOf = createControllerOf(deps, authenticateSigned);
  if (testBank !== undefined)
    plugins.push((app) => sandboxProvider(app, { provider: testBank, t, publicUrl: () => config.publicUrl, controllerOf }));
  return plugins;
}

/** The API routes that partners' programs may call. */
export const partnerRoutes = (parts: HttpParts): Route[] =>
  apiRoutes(parts, httpContext(parts, noRateLimits)).filter(({ endpoint }) => endpoint.scope !== undefined);

/** The HTTP server of the process, not listening yet. `ROLE=jobs` has no API and no pages. */
export async function assembleHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, deps } = parts;
  const limits = config.rateLimits === 'on' ? await createRateLimits(deps) : noRateLimits;
  const context = httpContext(parts, limits);
  const authenticateSigned = createSignedCallAuthenticator(deps);
  const sandboxProcess = deps.sandbox.place === 'beside' ? deps.sandbox : undefined;
  const isPublic = config.role !== 'jobs';
  return createHttp({
    guestKeys: ORDER_KEYS,
    ...deps,
    routes: isPublic ? apiRoutes(parts, context) : [],
    authenticator: visitorOncePerPage(sessionVisitors(deps)),
    authenticateSigned,
    ...(sandboxProcess === undefined ? {} : { forwardToSandbox: relayTo(sandboxProcess) }),
    limits,
    trustedProxies: config.trustedProxies,
    apiOrigins: config.apiOrigins,
    ...(config.apiUrl === undefined || config.apiUrl.startsWith('/') ? {} : { pagesApiOrigin: new URL(config.apiUrl).origin }),
    ...(config.recaptcha?.siteKey === undefined ? {} : { captchaOrigin: config.recaptcha.url }),
    ...(config.countryUrl === undefined ? {} : { countryOrigin: new URL(config.countryUrl).origin }),
    ...(config.sentryDsn === undefined ? {} : { reportOrigin: new URL(config.sentryDsn).origin }),
    plugins: [
      ...commonPlugins(parts, authenticateSigned),
      ...(sandboxProcess === undefined
        ? []
        : [(app: FastifyInstance) => sandboxBankRoutes(app, { deps, authenticate: authenticateSigned, limits })]),
      ...(isPublic ? parts.modules.flatMap((module) => module.plugins?.(deps, context) ?? []) : []),
    ],
    observe: [...(config.countryHeader === undefined ? [] : [stripUntrustedHeader(config.countryHeader)]), ...parts.observe],
  });
}
