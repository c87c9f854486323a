import net from 'node:net';
import path from 'node:path';
import * as z from 'zod';

/** A wrong environment: its message is the whole explanation, so it is shown without a stack. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

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
  /** Undefined only in demo mode: then one is made and kept. */
  readonly secretKey: string | undefined;
  /** Secrets that were in use before, newest first: what they sealed or signed still opens. */
  readonly previousSecretKeys: readonly string[];
  readonly owner: { readonly email: string; readonly password: string } | undefined;
  readonly mailUrl: string | undefined;
  readonly mailFrom: string | undefined;
  /** Where customers write to; letters name it and answers go there. */
  readonly supportEmail: string | undefined;
  readonly rateSources: readonly string[];
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
  readonly sentryDsn: string | undefined;
  readonly rateLimits: 'on' | 'off';
  readonly metricsPort: number | undefined;
  /** Pages from their sources with hot reload, for developers. */
  readonly hotReload: boolean;
  readonly logLevel: 'debug' | 'info' | 'warn' | 'error' | 'silent';
  /** Addresses or networks whose `X-Forwarded-*` headers are believed. */
  readonly trustedProxies: readonly string[];
}

const SECRET_KEY_LENGTH = 32;
const OWNER_PASSWORD_LENGTH = 12;
/** Words that examples and defaults are made of. */
const PLACEHOLDER = /change.?me|default|example|password|secret|qwerty|12345678|razmen/i;

const port = z.coerce
  .number('must be a port number')
  .int('must be a port number')
  .min(1, 'must be a port number')
  .max(65535, 'must be a port number');
const url = (protocols: RegExp, words: string) => z.url({ protocol: protocols, error: `must be ${words}` });
/** `a, b` to a list; absent: empty. */
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((item) => item.trim())
      .filter((item) => item !== ''),
  );

/** Names that the resolver of proxies knows for the usual private networks. */
const NETWORK_NAMES = new Set(['loopback', 'linklocal', 'uniquelocal']);

function isNetwork(text: string): boolean {
  const [address = '', bits, ...rest] = text.split('/');
  const version = net.isIP(address);
  if (version === 0) return NETWORK_NAMES.has(text);
  return rest.length === 0 && (bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) <= (version === 4 ? 32 : 128)));
}

const environment = z.object({
  MODE: z.enum(['demo', 'production'], 'must be demo or production').default('demo'),
  ROLE: z.enum(['web', 'jobs', 'all'], 'must be web, jobs or all').default('all'),
  PORT: port.default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: url(/^https?$/, 'an http(s) origin').optional(),
  DATA_DIR: z.string().default('./data'),
  // A socket folder's URL has no host, which is no URL to stricter readers.
  DATABASE_URL: z
    .string()
    .regex(/^postgres(ql)?:\/\/\S+$/, 'must be a postgres:// URL')
    .optional(),
  SECRET_KEY: z.string().optional(),
  SECRET_KEY_PREVIOUS: list,
  OWNER_EMAIL: z.email('must be an e-mail address').optional(),
  OWNER_PASSWORD: z.string().optional(),
  MAIL_URL: url(/^smtps?$/, 'an smtp:// or smtps:// URL').optional(),
  MAIL_FROM: z.string().optional(),
  SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  STORAGE_URL: z.string().optional(),
  RATE_SOURCES: list,
  EVM_RPC_URL: url(/^https?$/, 'an http(s) URL').optional(),
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
  BITCOIN_RPC_URL: z.string().optional(),
  SENTRY_DSN: url(/^https?$/, 'a DSN (https://key@host/project)').optional(),
  RECAPTCHA_SITE_KEY: z.string().optional(),
  RECAPTCHA_SECRET: z.string().optional(),
  RATE_LIMITS: z.enum(['on', 'off'], 'must be on or off').default('on'),
  METRICS_PORT: port.optional(),
  HOT_RELOAD: z.enum(['on', 'off'], 'must be on or off').default('off'),
  LOG_LEVEL: z.enum(['debug', 'info', 'warn', 'error', 'silent'], 'must be debug, info, warn, error or silent').optional(),
  TRUSTED_PROXIES: list.refine((items) => items.every(isNetwork), 'must be a list of addresses or networks (192.0.2.0/24, loopback)'),
});
type Environment = z.output<typeof environment>;

function weakness(secret: string, least: number): string | undefined {
  if (secret.length < least) return `must have at least ${least} characters`;
  if (PLACEHOLDER.test(secret) || new Set(secret).size < 8) return 'looks like a placeholder: make a random one';
  return undefined;
}

function productionProblems(env: Environment): string[] {
  const problems: string[] = [];
  const secret = (name: 'SECRET_KEY' | 'OWNER_PASSWORD', least: number) => {
    const value = env[name];
    const problem = value === undefined ? 'is required in production mode' : weakness(value, least);
    if (problem !== undefined) problems.push(`${name} ${problem}`);
  };
  secret('SECRET_KEY', SECRET_KEY_LENGTH);
  // Needed only while there is no owner yet, which is known after the database is open: a weak one is refused at once.
  if (env.OWNER_PASSWORD !== undefined) secret('OWNER_PASSWORD', OWNER_PASSWORD_LENGTH);
  if (env.PUBLIC_URL === undefined) problems.push('PUBLIC_URL is required in production mode');
  else {
    const { protocol, hostname } = new URL(env.PUBLIC_URL);
    if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      problems.push('PUBLIC_URL must be https in production mode');
  }
  if (env.HOT_RELOAD === 'on') problems.push('HOT_RELOAD must be off in production mode');
  if (env.RATE_LIMITS === 'off') problems.push('RATE_LIMITS must be on in production mode');
  if (env.MAIL_URL === undefined) problems.push('MAIL_URL is required in production mode');
  if (env.EVM_RPC_URL !== undefined && env.EVM_XPUB === undefined)
    problems.push('EVM_XPUB is required in production mode when EVM_RPC_URL is set');
  return problems;
}

function problemsOf(env: Environment): string[] {
  const problems = env.MODE === 'production' ? productionProblems(env) : [];
  if (env.SECRET_KEY !== undefined && env.MODE === 'demo' && env.SECRET_KEY.length < SECRET_KEY_LENGTH)
    problems.push(`SECRET_KEY must have at least ${SECRET_KEY_LENGTH} characters`);
  if (env.SECRET_KEY_PREVIOUS.length > 0 && env.SECRET_KEY === undefined)
    problems.push('SECRET_KEY_PREVIOUS needs SECRET_KEY, the one that came after');
  if (env.SECRET_KEY !== undefined && env.SECRET_KEY_PREVIOUS.includes(env.SECRET_KEY))
    problems.push('SECRET_KEY is among SECRET_KEY_PREVIOUS: make a new one');
  if ((env.OWNER_EMAIL === undefined) !== (env.OWNER_PASSWORD === undefined)) problems.push('OWNER_EMAIL and OWNER_PASSWORD go together');
  if (env.PUBLIC_URL !== undefined && new URL(env.PUBLIC_URL).pathname !== '/')
    problems.push('PUBLIC_URL must be an origin without a path');
  if (env.STORAGE_URL !== undefined) problems.push('STORAGE_URL is not supported yet: files are kept below DATA_DIR');
  if (env.BITCOIN_RPC_URL !== undefined) problems.push('BITCOIN_RPC_URL is not supported yet: there is no bitcoin rail');
  if (env.RECAPTCHA_SITE_KEY !== undefined || env.RECAPTCHA_SECRET !== undefined)
    problems.push('RECAPTCHA_SITE_KEY and RECAPTCHA_SECRET are not supported yet');
  return problems;
}

function refuse(problems: readonly string[]): never {
  throw new ConfigError(`Wrong configuration:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
}

/** `Name <address>` or a bare address to the address: who writes letters reads the answers to them. */
const addressIn = (from: string | undefined): string | undefined => /[^\s<>]+@[^\s<>]+/.exec(from ?? '')?.[0];

/** What a process that only answers people neither needs nor holds: it never pays. */
const NOT_OF_WEB: readonly string[] = ['EVM_PAYOUT_KEY'];

/** Parses the environment; throws `ConfigError` naming every wrong variable with its reason. An empty variable counts as absent. */
export function readConfig(variables: Readonly<Record<string, string | undefined>>): Config {
  const unread = variables['ROLE'] === 'web' ? NOT_OF_WEB : [];
  const given = Object.fromEntries(
    Object.entries(variables).filter(([name, value]) => value !== undefined && value.trim() !== '' && !unread.includes(name)),
  );
  const parsed = environment.safeParse(given);
  if (!parsed.success) refuse(parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`));
  const env = parsed.data;
  const problems = problemsOf(env);
  if (problems.length > 0) refuse(problems);
  return {
    mode: env.MODE,
    role: env.ROLE,
    port: env.PORT,
    // On a laptop nobody but its owner is served.
    host: env.HOST ?? (env.MODE === 'demo' ? 'localhost' : '0.0.0.0'),
    publicUrl: env.PUBLIC_URL === undefined ? `http://localhost:${env.PORT}` : new URL(env.PUBLIC_URL).origin,
    dataDir: path.resolve(env.DATA_DIR),
    databaseUrl: env.DATABASE_URL,
    secretKey: env.SECRET_KEY,
    previousSecretKeys: env.SECRET_KEY_PREVIOUS,
    owner:
      env.OWNER_EMAIL !== undefined && env.OWNER_PASSWORD !== undefined
        ? { email: env.OWNER_EMAIL, password: env.OWNER_PASSWORD }
        : undefined,
    mailUrl: env.MAIL_URL,
    mailFrom: env.MAIL_FROM,
    supportEmail: env.SUPPORT_EMAIL ?? addressIn(env.MAIL_FROM),
    rateSources: env.RATE_SOURCES,
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
    sentryDsn: env.SENTRY_DSN,
    rateLimits: env.RATE_LIMITS,
    metricsPort: env.METRICS_PORT,
    hotReload: env.HOT_RELOAD === 'on',
    logLevel: env.LOG_LEVEL ?? (env.MODE === 'demo' ? 'warn' : 'info'),
    trustedProxies: env.TRUSTED_PROXIES,
  };
}
