import path from 'node:path';
import type { FastifyInstance, FastifyPluginAsync } from 'fastify';
import { railCallbacks } from './adapters/rails/callbacks.ts';
import type { RailEvents } from './adapters/rails/port.ts';
import { sandboxProvider } from './adapters/rails/sandbox/provider/http.ts';
import type { SandboxProvider } from './adapters/rails/sandbox/provider/provider.ts';
import { assembleSignIn } from './assemble-sign-in.ts';
import type { Config } from './config/config.ts';
import { claimBuild } from './config/claim-build.ts';
import type { Deps } from './deps.ts';
import type { HttpContext, Module, StartupContext } from './module.ts';
import { ORDER_KEYS } from './orders/access.ts';
import { createSignedCallAuthenticator } from './partners/authenticate-signed.ts';
import { createGuestCookies } from './platform/http/guest-cookies.ts';
import { createHttp, type HttpOptions } from './platform/http/create-http.ts';
import { stripUntrustedHeader } from './platform/http/trusted-header.ts';
import { createRateLimits, noRateLimits, type RateLimits } from './platform/http/rate-limits.ts';
import { type Health, healthRoutes } from './platform/health.ts';
import type { Route } from './platform/http/route.ts';
import type { AuthenticateSigned } from './platform/http/signed-call.ts';
import { createControllerOf, sandboxBankRoutes } from './sandbox/bank-calls.ts';
import { relayTo } from './sandbox/relay.ts';
import { sessionVisitors } from './sessions/resolve-visitor.ts';

/** Where builds lie beside each other (`scripts/build-folders.mjs`). */
const BUILDS = path.join(path.dirname(import.meta.dirname), 'build');

export interface HttpParts {
  readonly config: Config;
  readonly deps: Deps;
  readonly modules: readonly Module[];
  readonly context: StartupContext;
  readonly events: RailEvents;
  readonly health: Health;
  /** The test bank; undefined outside demo mode. */
  readonly sandbox: SandboxProvider | undefined;
  readonly ownUrl: () => string;
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

/** What every process answers, whatever its role: its health, providers' callbacks, and in a demonstration the test bank. */
function commonPlugins({ deps, events, health, sandbox, config }: HttpParts, gate: AuthenticateSigned): FastifyPluginAsync[] {
  const { rails, log, t } = deps;
  const plugins: FastifyPluginAsync[] = [healthRoutes(health), (app) => railCallbacks(app, { rails, events, log })];
  const playerOf = createControllerOf(deps, gate);
  if (sandbox !== undefined)
    plugins.push((app) => sandboxProvider(app, { provider: sandbox, t, publicUrl: () => config.publicUrl, controllerOf: playerOf }));
  return plugins;
}

/** Those that a partner's program may call, whatever else there is. */
export const programRoutes = (parts: HttpParts): Route[] =>
  apiRoutes(parts, httpContext(parts, noRateLimits)).filter(({ endpoint }) => endpoint.scope !== undefined);

/** The process's one HTTP server; nothing listens yet. A `jobs` process has no API and no pages. */
export async function assembleHttp(parts: HttpParts): Promise<FastifyInstance> {
  const { config, deps } = parts;
  const limits = config.rateLimits === 'on' ? await createRateLimits(deps) : noRateLimits;
  const context = httpContext(parts, limits);
  const gate = createSignedCallAuthenticator(deps);
  const beside = deps.sandbox.place === 'beside' ? deps.sandbox : undefined;
  const isPublic = config.role !== 'jobs';
  return createHttp({
    guestKeys: ORDER_KEYS,
    ...deps,
    routes: isPublic ? apiRoutes(parts, context) : [],
    authenticator: sessionVisitors(deps),
    authenticateSigned: gate,
    ...(beside === undefined ? {} : { forwardToSandbox: relayTo(beside) }),
    limits,
    trustedProxies: config.trustedProxies,
    apiOrigins: config.apiOrigins,
    ...(config.apiUrl === undefined || config.apiUrl.startsWith('/') ? {} : { pagesApiOrigin: new URL(config.apiUrl).origin }),
    ...(config.recaptcha?.siteKey === undefined ? {} : { captchaOrigin: config.recaptcha.url }),
    ...(config.countryUrl === undefined ? {} : { countryOrigin: new URL(config.countryUrl).origin }),
    ...(config.sentryDsn === undefined ? {} : { reportOrigin: new URL(config.sentryDsn).origin }),
    plugins: [
      ...commonPlugins(parts, gate),
      ...(beside === undefined ? [] : [(app: FastifyInstance) => sandboxBankRoutes(app, { deps, authenticate: gate, limits })]),
      ...(isPublic ? parts.modules.flatMap((module) => module.plugins?.(deps, context) ?? []) : []),
    ],
    observe: [...(config.countryHeader === undefined ? [] : [stripUntrustedHeader(config.countryHeader)]), ...parts.observe],
  });
}
