import path from 'node:path';
import type { Acquirer } from '#server/adapters/rails/acquirer/settings.ts';
import type { S3Bucket } from '#server/adapters/storage/s3.ts';
import { ConfigError } from '#server/platform/errors.ts';
import { readAcquirers } from './acquirers.ts';
import { type CoinConfig, coinsOf } from './coins.ts';
import { type MoneroConfig, moneroOf } from './monero.ts';
import { type TronConfig, tronOf } from './tron.ts';
import { apiUrlOf, type Environment, environment, publicUrlOf } from './environment.ts';
import { problemsOf } from './problems.ts';
import { variablesOfRole } from './variables.ts';
import { readSignInProviders } from './sign-in-providers.ts';
import type { ProviderSettings } from '#server/sign-in-providers/provider.ts';

/** The environment, parsed once (contract section 5). */
export interface Config {
  readonly mode: 'demo' | 'production';
  readonly role: 'web' | 'jobs' | 'all';
  readonly port: number;
  readonly host: string;
  /** Origin of the site, without a trailing slash. */
  readonly publicUrl: string;
  readonly dataDir: string;
  /** Undefined: the embedded PostgreSQL. */
  readonly databaseUrl: string | undefined;
  /** Direct connection, without the pooler of `databaseUrl`. */
  readonly databaseDirectUrl: string | undefined;
  /** Database of the partners' sandbox; `off`: no sandbox; undefined: a second database next to ours, if it can be created. */
  readonly sandboxDatabaseUrl: string | undefined;
  /** Undefined in demo mode only: a random one is created and stored. */
  readonly secretKey: string | undefined;
  /** Earlier secrets, newest first: still accepted for decryption and signature checks. */
  readonly previousSecretKeys: readonly string[];
  readonly owner: { readonly email: string; readonly password: string } | undefined;
  readonly mailUrl: string | undefined;
  readonly mailFrom: string | undefined;
  /** Support address: named in mails, and their Reply-To. */
  readonly supportEmail: string | undefined;
  /** Undefined: a folder below `dataDir`. */
  readonly storage: S3Bucket | undefined;
  readonly rateSources: readonly string[];
  /** Replacement addresses of rate sources, by name. */
  readonly rateSourceUrls: Readonly<Record<string, string>>;
  /** Provider of crypto statistics (`off`: none; undefined: the default) and the calls per day it allows. */
  readonly marketStats: { readonly url: string | undefined; readonly dailyCalls: number };
  /** The bot that sends alarms to the operators' chat; undefined: none. */
  readonly telegram: { readonly token: string; readonly apiUrl: string } | undefined;
  /** A watcher outside, and the secret that signs messages to it; undefined: none. */
  readonly heartbeat: { readonly url: string; readonly key: string } | undefined;
  /** Address of the monitoring's rate lists; undefined: competitors' rates are not read. */
  readonly monitorUrl: string | undefined;
  /** Our own id in those lists, so that our offers are not counted as competitors. */
  readonly monitorExchangerId: string | undefined;
  readonly evm:
    | {
        readonly rpcUrl: string;
        readonly secondRpcUrl: string | undefined;
        readonly xpub: string | undefined;
        readonly payoutKey: string | undefined;
        readonly explorerUrl: string | undefined;
        /** Token contracts by payment system code; the chain's own coin has none. */
        readonly tokens: Readonly<Record<string, string>>;
      }
    | undefined;
  /** Coins of Bitcoin's family that have a node. */
  readonly coins: readonly CoinConfig[];
  /** Undefined: no TRON node. */
  readonly tron: TronConfig | undefined;
  /** Undefined: no Monero node. */
  readonly monero: MoneroConfig | undefined;
  /** Acquirers from `ACQUIRERS_FILE`, with their secrets. */
  readonly acquirers: readonly Acquirer[];
  /** A country database (mmdb) to use instead of the bundled one. */
  readonly geoDatabase: string | undefined;
  /** Header in which the proxy passes the visitor's country. */
  readonly countryHeader: string | undefined;
  /** Country service that browsers call instead of our `/geo/country`. */
  readonly countryUrl: string | undefined;
  /** Prefix of API paths in pages; undefined: none. */
  readonly apiUrl: string | undefined;
  /** Other origins whose pages may call the API. */
  readonly apiOrigins: readonly string[];
  /** Whether pages check their cookies once a second (spec 9). */
  readonly pollsCookies: boolean;
  /** reCAPTCHA; undefined: proof of work. If a key is missing, every captcha fails. */
  readonly recaptcha: { readonly siteKey: string | undefined; readonly secret: string | undefined; readonly url: string } | undefined;
  /** OpenID providers customers can sign in with. */
  readonly signInProviders: readonly ProviderSettings[];
  readonly sentryDsn: string | undefined;
  readonly rateLimits: 'on' | 'off';
  readonly metricsPort: number | undefined;
  /** Development build with hot reload. */
  readonly hotReload: boolean;
  /** The service worker; `off` removes it from browsers. */
  readonly serviceWorker: 'on' | 'off';
  /** Names from `core/config/optional-modules.ts`. */
  readonly modulesOff: readonly string[];
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** `host:port` that webhooks may reach without further checks; empty in production. */
  readonly webhookHosts: readonly string[];
  /** Addresses or networks whose `X-Forwarded-*` headers are trusted. */
  readonly trustedProxies: readonly string[];
}

function refuse(problems: readonly string[]): never {
  throw new ConfigError(`Wrong configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}

/** The address in `Name <address>` or in a bare address. It is the default address of support: the sender of e-mails. */
const addressIn = (from: string | undefined): string | undefined => /[^\s<>]+@[^\s<>]+/.exec(from ?? '')?.[0];

/** Used if `CAPTCHA` names it, or else if one of its keys is set. */
function recaptchaOf({
  CAPTCHA: kind,
  RECAPTCHA_SITE_KEY: siteKey,
  RECAPTCHA_SECRET: secret,
  RECAPTCHA_URL: url,
}: Environment): Config['recaptcha'] {
  const isChosen = kind === undefined ? siteKey !== undefined || secret !== undefined : kind === 'recaptcha';
  return isChosen ? { siteKey, secret, url: new URL(url).origin } : undefined;
}

const ownerOf = ({ OWNER_EMAIL: email, OWNER_PASSWORD: password }: Environment): Config['owner'] =>
  email === undefined || password === undefined ? undefined : { email, password };

const heartbeatOf = ({ HEARTBEAT_URL: url, HEARTBEAT_KEY: key }: Environment): Config['heartbeat'] =>
  url === undefined || key === undefined ? undefined : { url, key };

function evmOf(env: Environment): Config['evm'] {
  if (env.EVM_RPC_URL === undefined) return undefined;
  return {
    rpcUrl: env.EVM_RPC_URL,
    secondRpcUrl: env.EVM_SECOND_RPC_URL,
    xpub: env.EVM_XPUB,
    payoutKey: env.EVM_PAYOUT_KEY,
    explorerUrl: env.EVM_EXPLORER_URL,
    tokens: env.EVM_TOKENS,
  };
}

/**
 * Parses the variables of this process's role. Throws `ConfigError` with every wrong variable and the reason. An empty variable
 * counts as absent.
 */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const present = Object.fromEntries(
    Object.entries(variablesOfRole(variables)).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );
  const parsed = environment.safeParse(present);
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
    // In demo mode, and before a production site has its address, only this machine can connect
    host: env.HOST ?? (env.MODE === 'demo' || env.PUBLIC_URL === undefined ? 'localhost' : '0.0.0.0'),
    publicUrl: publicUrlOf(env),
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    databaseDirectUrl: env.DATABASE_DIRECT_URL,
    sandboxDatabaseUrl: env.SANDBOX_DATABASE_URL,
    secretKey: env.SECRET_KEY,
    previousSecretKeys: env.SECRET_KEY_PREVIOUS,
    owner: ownerOf(env),
    mailUrl: env.MAIL_URL,
    mailFrom: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL ?? addressIn(env.MAIL_FROM),
    storage: env.STORAGE_URL,
    rateSources: env.RATE_SOURCES,
    rateSourceUrls: env.RATE_SOURCE_URLS,
    marketStats: { url: env.MARKET_STATS_URL, dailyCalls: env.MARKET_STATS_DAILY_CALLS },
    telegram: env.TELEGRAM_BOT_TOKEN === undefined ? undefined : { token: env.TELEGRAM_BOT_TOKEN, apiUrl: env.TELEGRAM_API_URL },
    heartbeat: heartbeatOf(env),
    monitorUrl: env.MONITOR_URL,
    monitorExchangerId: env.MONITOR_EXCHANGER_ID,
    evm: evmOf(env),
    coins: coinsOf(env),
    tron: tronOf(env),
    monero: moneroOf(env),
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
    modulesOff: env.MODULES_OFF,
    logLevel: env.LOG_LEVEL ?? (env.MODE === 'demo' ? 'warn' : 'info'),
    webhookHosts: env.WEBHOOK_HOSTS,
    trustedProxies: env.TRUSTED_PROXIES,
  };
}
