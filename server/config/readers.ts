import type { Environment } from './environment.ts';

type Reader = 'web' | 'jobs';
const WEB: readonly Reader[] = ['web'];
const JOBS: readonly Reader[] = ['jobs'];
const BOTH: readonly Reader[] = ['web', 'jobs'];

/**
 * Who reads which variable: a process has only the secrets of its role, and does not miss the others. `web` answers people:
 * it pays nobody, writes to nobody and asks no market. `jobs` does all of that, and lets nobody sign in.
 */
const READERS: Readonly<Record<keyof Environment, readonly Reader[]>> = {
  MODE: BOTH,
  ROLE: BOTH,
  PORT: BOTH,
  HOST: BOTH,
  PUBLIC_URL: BOTH,
  DATA_DIR: BOTH,
  DATABASE_URL: BOTH,
  DATABASE_DIRECT_URL: BOTH,
  SANDBOX_DATABASE_URL: WEB,
  SECRET_KEY: BOTH,
  SECRET_KEY_PREVIOUS: BOTH,
  OWNER_EMAIL: WEB,
  OWNER_PASSWORD: WEB,
  MAIL_URL: JOBS,
  MAIL_FROM: BOTH,
  SUPPORT_EMAIL: BOTH,
  STORAGE_URL: BOTH,
  RATE_SOURCES: JOBS,
  RATE_SOURCE_URLS: JOBS,
  MARKET_STATS_URL: BOTH,
  MARKET_STATS_DAILY_CALLS: BOTH,
  TELEGRAM_BOT_TOKEN: JOBS,
  TELEGRAM_API_URL: JOBS,
  MONITOR_URL: JOBS,
  MONITOR_EXCHANGER_ID: JOBS,
  EVM_RPC_URL: BOTH,
  EVM_XPUB: BOTH,
  EVM_PAYOUT_KEY: JOBS,
  EVM_TOKENS: BOTH,
  EVM_EXPLORER_URL: BOTH,
  ACQUIRERS_FILE: BOTH,
  BITCOIN_RPC_URL: JOBS,
  SENTRY_DSN: BOTH,
  SIGN_IN_PROVIDERS: WEB,
  RECAPTCHA_SITE_KEY: WEB,
  RECAPTCHA_SECRET: WEB,
  RECAPTCHA_URL: WEB,
  CAPTCHA: WEB,
  GEO_DATABASE: WEB,
  COUNTRY_HEADER: WEB,
  COUNTRY_URL: WEB,
  API_URL: WEB,
  API_ORIGINS: WEB,
  COOKIE_POLLING: WEB,
  RATE_LIMITS: BOTH,
  METRICS_PORT: BOTH,
  HOT_RELOAD: WEB,
  SERVICE_WORKER: WEB,
  LOG_LEVEL: BOTH,
  WEBHOOK_HOSTS: BOTH,
  TRUSTED_PROXIES: BOTH,
};

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables that a process of this role reads; a role that is none reads all, and is refused by its own rule. */
export function ownVariables(variables: Variables): Variables {
  const role = variables['ROLE'];
  if (role !== 'web' && role !== 'jobs') return variables;
  return Object.fromEntries(
    Object.entries(READERS).flatMap(([name, readers]) => (readers.includes(role) ? [[name, variables[name]]] : [])),
  );
}
