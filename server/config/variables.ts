import type { Environment } from './environment.ts';

/** Processes that read a variable: `web` serves requests, `jobs` pays, sends mail and fetches market prices (`ROLE`). */
export type Reader = 'web' | 'jobs';

export interface Variable {
  readonly readers: readonly Reader[];
  /** The value without the variable, as text for `docs/configuration.md`. */
  readonly default: string;
  /** For `docs/configuration.md`; links are relative to `docs/`. */
  readonly meaning: string;
}

const WEB = ['web'] as const;
const JOBS = ['jobs'] as const;
const BOTH = ['web', 'jobs'] as const;

/**
 * Every environment variable with its readers and description. A process reads only its role's: `web` has no secret to pay or send mail,
 * `jobs` none to sign people in.
 */
export const VARIABLES: Readonly<Record<keyof Environment, Variable>> = {
  MODE: {
    readers: BOTH,
    default: '`demo`',
    meaning:
      '`demo` or `production`. `production` refuses missing, default or short secrets; it has no demo data and no `/dev`; its test bank serves sandbox keys only',
  },
  ROLE: {
    readers: BOTH,
    default: '`all`',
    meaning:
      '`web` (answers people), `jobs` (pays, sends mail, asks for market prices) or `all`. Give `web` no `MAIL_URL` and no `*_PAYOUT_KEY`, give `jobs` no `OWNER_*`',
  },
  PORT: { readers: BOTH, default: '3000', meaning: 'port of the site, the office and the API' },
  HOST: { readers: BOTH, default: 'loopback in demo mode, all addresses in production', meaning: 'address to listen on' },
  PUBLIC_URL: {
    readers: BOTH,
    default: '`http://localhost:PORT`',
    meaning: 'the origin customers see. https in production; without it only the machine itself is served',
  },
  DATA_DIR: { readers: BOTH, default: '`./data`', meaning: 'embedded database; uploaded files where there is no `STORAGE_URL`' },
  DATABASE_URL: { readers: BOTH, default: 'embedded', meaning: 'a PostgreSQL 15+ server; several processes may share it' },
  DATABASE_DIRECT_URL: {
    readers: BOTH,
    default: '-',
    meaning:
      'the database itself where `DATABASE_URL` leads through a transaction pooler (PgBouncer): for listening and migrations. Behind a pooler the start refuses without it (decision 0078)',
  },
  SANDBOX_DATABASE_URL: {
    readers: WEB,
    default: 'a second database beside the shop’s, created at the first sandbox key',
    meaning:
      'production: the database of partners’ sandbox keys (decision 0064); `off`: no sandbox. Without the right to create databases, create `<name>_sandbox` by hand. Needs no backup. Never through a pooler',
  },
  SECRET_KEY: {
    readers: BOTH,
    default: 'created and stored in the database in demo mode',
    meaning: 'at least 32 random characters; all other keys are derived from it',
  },
  SECRET_KEY_PREVIOUS: {
    readers: BOTH,
    default: '-',
    meaning: 'earlier secrets, newest first, comma-separated ([how to change the key](how-to/change-the-secret-key.md))',
  },
  OWNER_EMAIL: { readers: WEB, default: 'printed once in demo mode', meaning: 'with `OWNER_PASSWORD`: creates the first owner' },
  OWNER_PASSWORD: { readers: WEB, default: 'printed once in demo mode', meaning: 'password of the first owner' },
  MAIL_URL: {
    readers: JOBS,
    default: 'mail is stored and shown at `/dev/mail` in demo mode; in production it waits',
    meaning: '`smtp://user:password@host:port` or `smtps://...`',
  },
  MAIL_FROM: { readers: BOTH, default: '-', meaning: 'sender of all mail' },
  SUPPORT_EMAIL: { readers: BOTH, default: 'the address in `MAIL_FROM`', meaning: 'named in every mail; replies go there' },
  STORAGE_URL: {
    readers: BOTH,
    default: 'a folder below `DATA_DIR`',
    meaning:
      'an S3 bucket for uploaded files: `s3://key:secret@host:port/bucket?region=name` (https) or `s3+http://...` inside a private network. Percent-encode `/`, `+`, `@` and `:` in key and secret',
  },
  RATE_SOURCES: {
    readers: JOBS,
    default: 'chosen in the office; `demo` in demo mode',
    meaning: 'sources of market prices: `cbr,binance,okx,own=https://...` ([how](how-to/add-a-rate-source.md))',
  },
  RATE_SOURCE_URLS: { readers: JOBS, default: '-', meaning: 'other addresses of rate sources: `cbr=http://...,binance=http://...`' },
  MARKET_STATS_URL: {
    readers: BOTH,
    default: 'CoinGecko; invented data in demo mode',
    meaning: 'another base address for crypto statistics, or `off` ([how](how-to/crypto-statistics.md))',
  },
  MARKET_STATS_DAILY_CALLS: { readers: BOTH, default: '1500', meaning: 'calls a day that the statistics provider allows' },
  HEARTBEAT_URL: {
    readers: JOBS,
    default: '-',
    meaning: 'a watcher outside: it gets a signed message every minute and alarms when none comes ([how](how-to/watch-from-outside.md))',
  },
  HEARTBEAT_KEY: {
    readers: JOBS,
    default: '-',
    meaning: 'signs the heartbeat: `whsec_` and 32 bytes in base64; required with `HEARTBEAT_URL`',
  },
  MONITOR_URL: { readers: JOBS, default: '-', meaning: 'BestChange’s `info.zip`: competitors’ rates for directions that hold a rank' },
  MONITOR_EXCHANGER_ID: { readers: JOBS, default: '-', meaning: 'our own number in the monitor’s list' },
  TELEGRAM_BOT_TOKEN: {
    readers: JOBS,
    default: '-',
    meaning: 'the bot for order notifications and for alarms to the shop’s chat. Updates are polled: nothing has to reach this server',
  },
  TELEGRAM_API_URL: { readers: JOBS, default: '`https://api.telegram.org`', meaning: 'another address of the Bot API' },
  EVM_RPC_URL: { readers: BOTH, default: '-', meaning: 'a node of any EVM chain: ETH and ERC-20 use the `evm` rail' },
  EVM_SECOND_RPC_URL: {
    readers: BOTH,
    default: '-',
    meaning: 'a node of another operator on the same chain: payouts fail or are excluded only if both agree (decision 0107)',
  },
  EVM_XPUB: { readers: BOTH, default: 'derived in demo mode', meaning: 'account-level extended public key for deposit addresses' },
  EVM_PAYOUT_KEY: {
    readers: JOBS,
    default: '-',
    meaning: 'private key that signs payouts: only for processes that pay; in demo mode only for a developer’s own chain',
  },
  EVM_TOKENS: { readers: BOTH, default: '-', meaning: 'token contracts: `USDTERC20=0x...`' },
  EVM_EXPLORER_URL: { readers: BOTH, default: '-', meaning: 'https block explorer; -: a public one' },
  ACQUIRERS_FILE: {
    readers: BOTH,
    default: '-',
    meaning: 'card acquirers described as data; their secrets in `ACQUIRER_<NAME>_<SECRET>` ([how](how-to/add-an-acquirer.md))',
  },
  BITCOIN_RPC_URL: {
    readers: BOTH,
    default: '-',
    meaning: 'a Bitcoin node, with its name and password ([how](how-to/receive-and-pay-litecoin.md)): BTC uses the `bitcoin` rail',
  },
  BITCOIN_XPUB: { readers: BOTH, default: '-', meaning: "account-level extended public key for deposit addresses (`m/84'/0'/0'`)" },
  BITCOIN_PAYOUT_KEY: {
    readers: JOBS,
    default: '-',
    meaning: 'private key in wallet import format that signs payouts: only for processes that pay; in demo mode only of a test network',
  },
  BITCOIN_EXPLORER_URL: { readers: BOTH, default: '-', meaning: 'https block explorer; -: a public one' },
  BITCOIN_MAX_FEE_RATE: { readers: BOTH, default: '200', meaning: 'the most a payout’s fee may be, in 1/100 000 000 BTC per virtual byte' },
  LITECOIN_RPC_URL: {
    readers: BOTH,
    default: '-',
    meaning: 'a Litecoin node, with its name and password ([how](how-to/receive-and-pay-litecoin.md)): LTC uses the `litecoin` rail',
  },
  LITECOIN_XPUB: { readers: BOTH, default: '-', meaning: "account-level extended public key for deposit addresses (`m/84'/2'/0'`)" },
  LITECOIN_PAYOUT_KEY: {
    readers: JOBS,
    default: '-',
    meaning: 'private key in wallet import format that signs payouts: only for processes that pay; in demo mode only of a test network',
  },
  LITECOIN_EXPLORER_URL: { readers: BOTH, default: '-', meaning: 'https block explorer; -: a public one' },
  LITECOIN_MAX_FEE_RATE: {
    readers: BOTH,
    default: '500',
    meaning: 'the most a payout’s fee may be, in 1/100 000 000 LTC per virtual byte',
  },
  DOGECOIN_RPC_URL: {
    readers: BOTH,
    default: '-',
    meaning: 'a Dogecoin node, with its name and password ([how](how-to/receive-and-pay-litecoin.md)): DOGE uses the `dogecoin` rail',
  },
  DOGECOIN_XPUB: { readers: BOTH, default: '-', meaning: "account-level extended public key for deposit addresses (`m/44'/3'/0'`)" },
  DOGECOIN_PAYOUT_KEY: {
    readers: JOBS,
    default: '-',
    meaning: 'private key in wallet import format that signs payouts: only for processes that pay; in demo mode only of a test network',
  },
  DOGECOIN_EXPLORER_URL: { readers: BOTH, default: '-', meaning: 'https block explorer; -: a public one' },
  DOGECOIN_MAX_FEE_RATE: {
    readers: BOTH,
    default: '100000',
    meaning: 'the most a payout’s fee may be, in 1/100 000 000 DOGE per virtual byte',
  },
  TRON_API_URL: {
    readers: BOTH,
    default: '-',
    meaning: 'HTTP API of a TRON node ([how](how-to/receive-and-pay-on-tron.md)): TRX and TRC-20 use the `tron` rail',
  },
  TRON_API_KEY: { readers: BOTH, default: '-', meaning: 'key of a public gateway, sent as `TRON-PRO-API-KEY`' },
  TRON_XPUB: { readers: BOTH, default: '-', meaning: "account-level extended public key for deposit addresses (`m/44'/195'/0'`)" },
  TRON_PAYOUT_KEY: {
    readers: JOBS,
    default: '-',
    meaning: 'private key that signs payouts, 64 hexadecimal digits: only for processes that pay; in demo mode only on a test network',
  },
  TRON_TOKENS: { readers: BOTH, default: '-', meaning: 'token contracts: `USDTTRC20=T...`' },
  TRON_EXPLORER_URL: { readers: BOTH, default: '-', meaning: 'https block explorer; -: a public one' },
  TRON_MAX_FEE: { readers: BOTH, default: '50', meaning: 'the most a payout may cost in fees, in TRX' },
  MONERO_NODE_URL: {
    readers: BOTH,
    default: '-',
    meaning: 'a Monero node ([how](how-to/receive-and-pay-monero.md)): XMR uses the `monero` rail. Its restricted port is enough',
  },
  MONERO_WALLET_RPC_URL: {
    readers: BOTH,
    default: '-',
    meaning:
      '`monero-wallet-rpc` of the view-only wallet that receives, with its name and password: `http://name:password@127.0.0.1:18083`',
  },
  MONERO_PAYOUT_RPC_URL: {
    readers: JOBS,
    default: '-',
    meaning:
      '`monero-wallet-rpc` of the wallet that pays, with its name and password: only for processes that pay; in demo mode only on a test network',
  },
  MONERO_EXPLORER_URL: { readers: BOTH, default: '-', meaning: 'https block explorer; -: a public one' },
  MONERO_MAX_FEE: { readers: BOTH, default: '0.01', meaning: 'the most a payout may cost in fees, in XMR' },
  GEO_DATABASE: { readers: WEB, default: 'the file in the package', meaning: 'countries by address (mmdb)' },
  COUNTRY_HEADER: {
    readers: WEB,
    default: '-',
    meaning: 'header with the visitor’s country set by the proxy in front (`CF-IPCountry`); needs `TRUSTED_PROXIES`',
  },
  COUNTRY_URL: {
    readers: WEB,
    default: '`/geo/country`',
    meaning: 'service that browsers ask for their country: it answers `{"country": "DE"}` and allows our origin',
  },
  COOKIE_POLLING: {
    readers: WEB,
    default: '`off`',
    meaning:
      '`on`: pages read their cookies once a second and follow a theme that was chosen in another tab or by another program of the site',
  },
  API_URL: {
    readers: WEB,
    default: '`/`',
    meaning:
      'where pages of the site call the API: a path (`/base`), or an address with the scheme and host of `PUBLIC_URL` on another port (`https://shop.example:8443`), because cookies are bound to one host. The process there has the same `PUBLIC_URL` and names the site in `API_ORIGINS`. The office, partners’ programs and server-drawn links keep `PUBLIC_URL`',
  },
  API_ORIGINS: {
    readers: WEB,
    default: '-',
    meaning:
      'origins (`https://shop.example`) whose pages may call the API with their visitors’ cookies: the same site as the API (another port or subdomain), because cookies are `SameSite=Lax`',
  },
  SIGN_IN_PROVIDERS: {
    readers: WEB,
    default: '-',
    meaning:
      'OpenID providers for customers: `google,apple,gitlab` or any name. Each has `OIDC_<NAME>_CLIENT_ID`, `_CLIENT_SECRET`; unknown names also `_ISSUER` (https) and `_NAME`; `_TRUST_EMAIL=on`: its verified e-mails count as proven. Redirect address: `PUBLIC_URL/auth/<name>/callback`',
  },
  CAPTCHA: { readers: WEB, default: 'by the variables below', meaning: '`proof_of_work` or `recaptcha`' },
  RECAPTCHA_SITE_KEY: {
    readers: WEB,
    default: '-',
    meaning:
      'with `RECAPTCHA_SECRET`: reCAPTCHA instead of proof of work. With only one of them every captcha is refused, with a message to the administrator',
  },
  RECAPTCHA_SECRET: { readers: WEB, default: '-', meaning: 'see `RECAPTCHA_SITE_KEY`' },
  RECAPTCHA_URL: { readers: WEB, default: '`https://www.google.com`', meaning: 'another origin of reCAPTCHA' },
  SENTRY_DSN: { readers: BOTH, default: '-', meaning: 'a Sentry-compatible service for faults of server and browser, never for refusals' },
  METRICS_PORT: { readers: BOTH, default: 'off', meaning: 'Prometheus metrics on a separate port' },
  MODULES_OFF: {
    readers: BOTH,
    default: '-',
    meaning:
      'comma-separated modules that are switched off, with their pages, calls, jobs and office entries: `chat`, `content-editor`, `crypto-stats`, `partners`, `push`, `reviews`, `telegram`, `widget`. All processes get the same list',
  },
  LOG_LEVEL: { readers: BOTH, default: '`warn` in demo mode, else `info`', meaning: '`debug`, `info`, `warn`, `error`, `silent`' },
  RATE_LIMITS: { readers: BOTH, default: '`on`', meaning: '`off` for load tests; refused in production' },
  TRUSTED_PROXIES: {
    readers: BOTH,
    default: '-',
    meaning: 'addresses and networks (`192.0.2.0/24`, `loopback`) whose `X-Forwarded-*` headers count',
  },
  WEBHOOK_HOSTS: {
    readers: BOTH,
    default: '-',
    meaning: 'demo mode only: `host:port` that webhooks and push messages may reach without a public https address (`127.0.0.1:4100`)',
  },
  SERVICE_WORKER: {
    readers: WEB,
    default: '`on`',
    meaning: '`off` removes our worker (notifications, the offline page) from every browser at its next visit',
  },
  HOT_RELOAD: { readers: WEB, default: '`off`', meaning: '`on`: development build with hot reload (`npm run dev`); refused in production' },
};

type Variables = Readonly<Record<string, string | undefined>>;

/** The variables that a process of this `ROLE` reads. With an invalid role: all; its own rule refuses it. */
export function variablesOfRole(variables: Variables): Variables {
  const role = variables['ROLE'];
  if (role !== 'web' && role !== 'jobs') return variables;
  return Object.fromEntries(
    Object.entries(VARIABLES).flatMap(([name, { readers }]) => (readers.includes(role) ? [[name, variables[name]]] : [])),
  );
}
