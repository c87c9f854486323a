import net from 'node:net';
import * as z from 'zod';
import { OPTIONAL_MODULE_NAMES } from '#core/config/optional-modules.ts';
import { readS3Url } from '#server/adapters/storage/s3.ts';
import { coinVariables } from './coins.ts';
import { moneroVariables } from './monero.ts';
import { tronVariables } from './tron.ts';

const port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(1, 'must be a port number')
  .max(65535, 'must be a port number');
const url = (protocols: RegExp, expected: string) => z.url({ protocol: protocols, error: `must be ${expected}` });
/** Comma-separated text to a list; absent: empty. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** Names of private networks that the proxy resolver knows. */
const NETWORK_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);

const isOrigin = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;

/** Whether a text can prefix the paths of the API: a path or an http(s) address, without query or fragment. */
function isBaseAddress(text: string): boolean {
  const base = 'http://site';
  if (!URL.canParse(text, base)) return false;
  const { protocol, origin, username, search, hash } = new URL(text, base);
  const isAddress = text.startsWith('/') ? origin === base : URL.canParse(text) && /^https?:$/.test(protocol);
  return isAddress && username === '' && search === '' && hash === '' && !/[?#]/.test(text);
}

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = net.isIP(address);
  if (version === 0) return NETWORK_NAMES.has(text);
  return rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
}

/** Every variable with its own rule; rules across variables are in `problems.ts`. */
export const environment = z.object({
  MODE: z.enum(['demo', 'production'], 'must be demo or production').default('demo'),
  ROLE: z.enum(['web', 'jobs', 'all'], 'must be web, jobs or all').default('all'),
  PORT: port.default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: url(/^https?$/, 'an http(s) origin').optional(),
  DATA_DIR: z.string().default('./data'),
  // A URL with a socket folder has no host, which URL parsers refuse
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// URL')
    .optional(),
  DATABASE_DIRECT_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// URL')
    .optional(),
  SANDBOX_DATABASE_URL: z
    .union([z.literal('off'), z.string().regex(/^postgres(ql)?:\/\/\S+$/)], 'must be a postgres:// URL or off')
    .optional(),
  SECRET_KEY: z.string().optional(),
  SECRET_KEY_PREVIOUS: list,
  OWNER_EMAIL: z.email('must be an e-mail address').optional(),
  OWNER_PASSWORD: z.string().optional(),
  MAIL_URL: url(/^smtps?$/, 'an smtp:// or smtps:// URL').optional(),
  MAIL_FROM: z.string().optional(),
  SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  STORAGE_URL: z
    .string()
    .transform((text, context) => {
      const place = readS3Url(text);
      if (place === undefined) context.addIssue('must be s3://key:secret@host:port/bucket?region=name (s3+http:// without https)');
      return place;
    })
    .optional(),
  RATE_SOURCES: list,
  RATE_SOURCE_URLS: list.transform((items, context) => {
    const pairs = items.map((item) => /^([a-z][a-z0-9_-]*)=(\S+)$/.exec(item));
    if (pairs.some((pair) => pair === null)) context.addIssue('must be a list of name=http://...');
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
  }),
  MARKET_STATS_URL: z.union([z.literal('off'), url(/^https?$/, '')], 'must be an http(s) URL or off').optional(),
  MARKET_STATS_DAILY_CALLS: z.coerce
    .number('must be a number of calls')
    .int('must be a number of calls')
    .min(24, 'must be at least 24')
    .max(1_000_000, 'must be at most 1000000')
    .default(1_500),
  TELEGRAM_BOT_TOKEN: z
    .string()
    .regex(/^\d{3,20}:[\w-]{20,100}$/, 'must be a bot token (number:letters)')
    .optional(),
  TELEGRAM_API_URL: url(/^https?$/, 'an http(s) URL').default('https://api.telegram.org'),
  HEARTBEAT_URL: url(/^https?$/, 'an http(s) URL').optional(),
  HEARTBEAT_KEY: z
    .string()
    .regex(/^whsec_[A-Za-z0-9+/]{43}=$/, 'must be whsec_ and 32 bytes in base64')
    .optional(),
  MONITOR_URL: url(/^https?$/, 'an http(s) URL').optional(),
  MONITOR_EXCHANGER_ID: z
    .string()
    .regex(/^\d{1,9}$/, 'must be a number')
    .optional(),
  EVM_RPC_URL: url(/^https?$/, 'an http(s) URL').optional(),
  EVM_SECOND_RPC_URL: url(/^https?$/, 'an http(s) URL').optional(),
  EVM_XPUB: z
    .string()
    .regex(/^[xt]pub[1-9A-HJ-NP-Za-km-z]{100,120}$/, 'must be an extended public key (xpub...)')
    .optional(),
  EVM_PAYOUT_KEY: z
    .string()
    .regex(/^0x[0-9a-fA-F]{64}$/, 'must be a private key: 0x and 64 hexadecimal digits')
    .optional(),
  EVM_TOKENS: list.transform((items, context) => {
    const pairs = items.map((item) => /^([A-Z0-9]+)=(0x[0-9a-fA-F]{40})$/.exec(item));
    if (pairs.some((pair) => pair === null)) context.addIssue('must be a list of CODE=0x<contract address>');
    return Object.fromEntries(pairs.map((pair) => [pair?.[1] ?? '', pair?.[2] ?? '']));
  }),
  EVM_EXPLORER_URL: url(/^https?$/, 'an http(s) URL').optional(),
  ACQUIRERS_FILE: z.string().optional(),
  ...coinVariables,
  ...tronVariables,
  ...moneroVariables,
  // What the Sentry client accepts as a DSN; it ignores any other silently
  SENTRY_DSN: url(/^https?$/, 'a DSN (https://key@host/project)')
    .regex(/^\w+:\/\/\w+(?::\w+)?@(?:\[[:.\w]+\]|[\w.-]+)(?::\d+)?\/.+/, 'must be a DSN (https://key@host/project)')
    .optional(),
  GEO_DATABASE: z.string().optional(),
  COUNTRY_HEADER: z
    .string()
    .regex(/^[A-Za-z][A-Za-z0-9-]{1,60}$/, 'must be the name of a header')
    .optional(),
  API_URL: z.string().refine(isBaseAddress, 'must be a path or an http(s) address without a query').optional(),
  API_ORIGINS: list.refine((items) => items.every(isOrigin), 'must be a list of origins (https://shop.example)'),
  COUNTRY_URL: url(/^https?$/, 'an http(s) URL').optional(),
  COOKIE_POLLING: z.enum(['on', 'off'], 'must be on or off').default('off'),
  CAPTCHA: z.enum(['proof_of_work', 'recaptcha'], 'must be proof_of_work or recaptcha').optional(),
  SIGN_IN_PROVIDERS: list,
  RECAPTCHA_SITE_KEY: z.string().optional(),
  RECAPTCHA_SECRET: z.string().optional(),
  RECAPTCHA_URL: url(/^https?$/, 'an http(s) origin').default('https://www.google.com'),
  RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  METRICS_PORT: port.optional(),
  HOT_RELOAD: z.enum(['on', 'off'], 'must be on or off').default('off'),
  SERVICE_WORKER: z.enum(['on', 'off'], 'must be on or off').default('on'),
  MODULES_OFF: list.pipe(z.array(z.enum(OPTIONAL_MODULE_NAMES, `must be a list of ${OPTIONAL_MODULE_NAMES.join(', ')}`))),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent').optional(),
  WEBHOOK_HOSTS: list.refine((items) => items.every((item) => /^[a-z0-9.-]+:[1-9]\d{0,4}$/.test(item)), 'must be a list of host:port'),
  TRUSTED_PROXIES: list.refine((items) => items.every(isNetwork), 'must be a list of addresses or networks (192.0.2.0/24, loopback)'),
});

/** All parsed variables. */
export type Environment = z.output<typeof environment>;

type Addresses = Pick<Environment, 'PUBLIC_URL' | 'PORT' | 'API_URL'>;

/** Origin of the site. */
export const publicUrlOf = ({ PUBLIC_URL: url, PORT: port }: Omit<Addresses, 'API_URL'>): string =>
  url === undefined ? `http://localhost:${port}` : new URL(url).origin;

/** What is wrong with `API_URL`, given `PUBLIC_URL`; undefined: nothing. */
export function apiUrlProblem(env: Addresses): string | undefined {
  const site = new URL(publicUrlOf(env));
  const api = new URL(env.API_URL ?? '/', site);
  // Cookies belong to one host, and pages rendered by the site need those that the API sets
  if (api.hostname === site.hostname && api.protocol === site.protocol) return undefined;
  return 'API_URL must be a path or have the scheme and the host of PUBLIC_URL, on any port: cookies are bound to that host';
}

/** The prefix of API paths for browsers; undefined: the API is at the root of the site. */
export function apiUrlOf(env: Addresses): string | undefined {
  const site = publicUrlOf(env);
  const { origin, pathname } = new URL(env.API_URL ?? '/', site);
  const base = (origin === site ? '' : origin) + pathname.replace(/\/+$/, '');
  return base === '' ? undefined : base;
}
