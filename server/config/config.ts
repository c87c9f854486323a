import path from 'node:path';
import type { Acquirer } from '#server/adapters/rails/acquirer/settings.ts';
import type { S3Place } from '#server/adapters/storage/s3.ts';
import { ConfigError } from '#server/platform/config-error.ts';
import { readAcquirers } from './acquirers.ts';
import { apiUrlOf, publicUrlOf } from './addresses.ts';
import { type Environment, environment } from './environment.ts';
import { problemsOf } from './problems.ts';
import { ownVariables } from './readers.ts';
import { readSignInProviders } from './sign-in-providers.ts';
import type { ProviderSettings } from '#server/sign-in-providers/provider.ts';

/** The environment, parsed once (contract section 5). */
export interface Config {
  readonly mode: 'demo' | 'production';
  readonly role: 'web' | 'jobs' | 'all';
  readonly port: number;
  readonly host: string;
  /** Origin customers see, without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Undefined: the embedded server. */
  readonly databaseUrl: string | undefined;
  /** Past the pooler that `databaseUrl` leads through. */
  readonly databaseDirectUrl: string | undefined;
  /** Where sandbox keys trade beside real money; `off`: nowhere; undefined: in a database beside ours, where one can be made. */
  readonly sandboxDatabaseUrl: string | undefined;
  /** Undefined only in demo mode: then one is made and kept. */
  readonly secretKey: string | undefined;
  /** Secrets that were in use before, newest first: what they sealed or signed still opens. */
  readonly previousSecretKeys: readonly string[];
  readonly owner: { readonly email: string; readonly password: string } | undefined;
  readonly mailUrl: string | undefined;
  readonly mailFrom: string | undefined;
  /** Where customers write to; letters name it and answers go there. */
  readonly supportEmail: string | undefined;
  /** Undefined: a folder below `dataDir`. */
  readonly storage: S3Place | undefined;
  readonly rateSources: readonly string[];
  /** Other addresses of sources, by name. */
  readonly rateSourceUrls: Readonly<Record<string, string>>;
  /** Where crypto statistics come from, `off`: nowhere, undefined: the usual provider; and how many calls a day it gives us. */
  readonly marketStats: { readonly url: string | undefined; readonly dailyCalls: number };
  /** The bot that tells alarms to the shop's chat; undefined: none. */
  readonly telegram: { readonly token: string; readonly apiUrl: string } | undefined;
  /** Where a monitor's lists are; undefined: nobody reads them. */
  readonly monitorUrl: string | undefined;
  /** Our own number in those lists: nobody is ahead of himself. */
  readonly monitorExchangerId: string | undefined;
  readonly evm:
    | {
        readonly rpcUrl: string;
        readonly xpub: string | undefined;
        readonly payoutKey: string | undefined;
        readonly explorerUrl: string | undefined;
        /** Contracts by payment system code, besides the chain's own coin. */
        readonly tokens: Readonly<Record<string, string>>;
      }
    | undefined;
  /** Acquirers as the shop describes them, with their secrets. */
  readonly acquirers: readonly Acquirer[];
  /** A file of countries by address instead of the one that comes along. */
  readonly geoDatabase: string | undefined;
  /** The header by which the proxy in front names the visitor's country. */
  readonly countryHeader: string | undefined;
  /** The service that browsers ask for their country instead of our own `/geo/country`. */
  readonly countryUrl: string | undefined;
  /** What pages put before the paths of the API; undefined: it is at their own root. */
  readonly apiUrl: string | undefined;
  /** Other origins whose pages may ask the API. */
  readonly apiOrigins: readonly string[];
  /** Whether pages look at their cookies once a second (spec 9). */
  readonly pollsCookies: boolean;
  /** Google tells people from programs; undefined: our own proof of work does. Keys may be missing: then nobody passes. */
  readonly recaptcha: { readonly siteKey: string | undefined; readonly secret: string | undefined; readonly url: string } | undefined;
  /** Other houses whose accounts sign in here. */
  readonly signInProviders: readonly ProviderSettings[];
  readonly sentryDsn: string | undefined;
  readonly rateLimits: 'on' | 'off';
  readonly metricsPort: number | undefined;
  /** Pages from their sources with hot reload, for developers. */
  readonly hotReload: boolean;
  /** The worker that browsers keep; `off` takes it from them. */
  readonly serviceWorker: 'on' | 'off';
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Hosts with port that webhooks may go to whatever they are; none in production. */
  readonly webhookHosts: readonly string[];
  /** Addresses or networks whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
}

function refuse(problems: readonly string[]): never {
  throw new ConfigError(`Wrong configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}

/** `Name <address>` or a bare address to the address: who writes letters reads the answers to them. */
const addressIn = (from: string | undefined): string | undefined => /[^\s<>]+@[^\s<>]+/.exec(from ?? '')?.[0];

/** Chosen by its name, or by any of its keys. */
function recaptchaOf({
  CAPTCHA: kind,
  RECAPTCHA_SITE_KEY: siteKey,
  RECAPTCHA_SECRET: secret,
  RECAPTCHA_URL: url,
}: Environment): Config['recaptcha'] {
  const isChosen = kind === undefined ? siteKey !== undefined || secret !== undefined : kind === 'recaptcha';
  return isChosen ? { siteKey, secret, url: new URL(url).origin } : undefined;
}

/** Parses what this process reads of the environment; throws `ConfigError` naming every wrong variable with its reason. An empty variable counts as absent. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const given = Object.fromEntries(
    Object.entries(ownVariables(variables)).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) refuse(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`));
  const env = parsed.data;
  const signIn = readSignInProviders(env.SIGN_IN_PROVIDERS, variables, env.MODE);
  const acquiring = readAcquirers(env.ACQUIRERS_FILE, variables, env);
  const problems = [...problemsOf(env), ...signIn.problems, ...acquiring.problems];
  if (problems.length > 0) refuse(problems);
  return {
    mode: env.MODE,
    role: env.ROLE,
    port: env.PORT,
    // On a laptop, and before a shop has its address, nobody but the machine itself is served.
    host: env.HOST ?? (env.MODE === 'demo' || env.PUBLIC_URL === undefined ? 'localhost' : '0.0.0.0'),
    publicUrl: publicUrlOf(env),
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    sandboxDatabaseUrl: env.SANDBOX_DATABASE_URL,
    secretKey: env.SECRET_KEY,
    previousSecretKeys: env.SECRET_KEY_PREVIOUS,
    owner:
      env.OWNER_EMAIL !== undefined && env.OWNER_PASSWORD !== undefined
        ? { email: env.OWNER_EMAIL, password: env.OWNER_PASSWORD }
        : undefined,
    mailUrl: env.MAIL_URL,
    mailFrom: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL ?? addressIn(env.MAIL_FROM),
    storage: env.STORAGE_URL,
    rateSources: env.RATE_SOURCES,
    rateSourceUrls: env.RATE_SOURCE_URLS,
    marketStats: { url: env.MARKET_STATS_URL, dailyCalls: env.MARKET_STATS_DAILY_CALLS },
    telegram: env.TELEGRAM_BOT_TOKEN === undefined ? undefined : { token: env.TELEGRAM_BOT_TOKEN, apiUrl: env.TELEGRAM_API_URL },
    monitorUrl: env.MONITOR_URL,
    monitorExchangerId: env.MONITOR_EXCHANGER_ID,
    evm:
      env.EVM_RPC_URL === undefined
        ? undefined
        : {
            rpcUrl: env.EVM_RPC_URL,
            xpub: env.EVM_XPUB,
            payoutKey: env.EVM_PAYOUT_KEY,
            explorerUrl: env.EVM_EXPLORER_URL,
            tokens: env.EVM_TOKENS,
          },
    acquirers: acquiring.acquirers,
    geoDatabase: env.GEO_DATABASE,
    countryHeader: env.COUNTRY_HEADER,
    countryUrl: env.COUNTRY_URL,
    apiUrl: apiUrlOf(env),
    apiOrigins: env.API_ORIGINS,
    pollsCookies: env.COOKIE_POLLING === 'on',
    recaptcha: recaptchaOf(env),
    signInProviders: signIn.providers,
    sentryDsn: env.SENTRY_DSN,
    rateLimits: env.RATE_LIMITS,
    metricsPort: env.METRICS_PORT,
    hotReload: env.HOT_RELOAD === 'on',
    serviceWorker: env.SERVICE_WORKER,
    logLevel: env.LOG_LEVEL ?? (env.MODE === 'demo' ? 'warn' : 'info'),
    webhookHosts: env.WEBHOOK_HOSTS,
    trustedProxies: env.TRUSTED_PROXIES,
  };
}
