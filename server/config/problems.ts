import { coinProblems } from './coins.ts';
import { moneroProblems } from './monero.ts';
import { tronProblems } from './tron.ts';
import { existsSync } from 'node:fs';
import { type ChoiceProblem, KNOWN_SOURCES, problemsOfChoice } from '#contract/office/catalogue/rate-source-choice.ts';
import { apiUrlProblem, type Environment } from './environment.ts';

const SECRET_KEY_LENGTH = 32;
const OWNER_PASSWORD_LENGTH = 12;
/** Words found in examples and defaults. */
const PLACEHOLDER = /change.?me|default|example|password|secret|qwerty|12345678|razmen/i;

function weakness(secret: string, minLength: number): string | undefined {
  if (secret.length < minLength) return `must have at least ${minLength} characters`;
  if (PLACEHOLDER.test(secret) || new Set(secret).size < 8) return 'looks like a placeholder: make a random one';
  return undefined;
}

function productionProblems(env: Environment): string[] {
  const problems: string[] = [];
  const secret = (name: 'SECRET_KEY' | 'OWNER_PASSWORD', minLength: number) => {
    const value = env[name];
    const problem = value === undefined ? 'is required in production mode' : weakness(value, minLength);
    if (problem !== undefined) problems.push(`${name} ${problem}`);
  };
  secret('SECRET_KEY', SECRET_KEY_LENGTH);
  // Needed only while there is no owner, which is known once the database is open: only a weak one is refused here
  if (env.OWNER_PASSWORD !== undefined) secret('OWNER_PASSWORD', OWNER_PASSWORD_LENGTH);
  // A single process may be set up before it has an address and a mail server; separate processes are set up on purpose
  if (env.PUBLIC_URL === undefined && env.ROLE !== 'all') problems.push('PUBLIC_URL is required in production mode');
  if (env.PUBLIC_URL !== undefined) {
    const { protocol, hostname } = new URL(env.PUBLIC_URL);
    if (protocol !== 'https:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      problems.push('PUBLIC_URL must be https in production mode');
  }
  if (env.HOT_RELOAD === 'on') problems.push('HOT_RELOAD must be off in production mode');
  if (env.WEBHOOK_HOSTS.length > 0) problems.push('WEBHOOK_HOSTS must be empty in production mode: webhooks go to the internet alone');
  if (env.RATE_LIMITS === 'off') problems.push('RATE_LIMITS must be on in production mode');
  if (env.ROLE === 'jobs' && env.MAIL_URL === undefined) problems.push('MAIL_URL is required in production mode');
  if (env.EVM_RPC_URL !== undefined && env.EVM_XPUB === undefined)
    problems.push('EVM_XPUB is required in production mode when EVM_RPC_URL is set');
  return problems;
}

const SOURCE_PROBLEMS: Readonly<Record<ChoiceProblem['problem'], (item: string) => string>> = {
  unknown_source: (item) =>
    `has no source called ${item}; there are: ${KNOWN_SOURCES.join(', ')}, or name=https://... for a list of your own`,
  wrong_name: (item) => `gives a name that is taken or none: ${item}`,
  wrong_address: (item) => `needs an http(s) address: ${item}`,
  twice: (item) => `names a source twice: ${item}`,
};

function sourceProblems({ MODE, RATE_SOURCES: names, RATE_SOURCE_URLS: urls }: Environment): string[] {
  const [nameProblems, urlProblems] = [problemsOfChoice({ names, urls: {} }), problemsOfChoice({ names: [], urls })];
  return [
    ...nameProblems.map(({ item, problem }) => `RATE_SOURCES ${SOURCE_PROBLEMS[problem](item)}`),
    ...urlProblems.map(({ item, problem }) => `RATE_SOURCE_URLS ${SOURCE_PROBLEMS[problem](item)}`),
    ...(MODE === 'production' && names.includes('demo') ? ['RATE_SOURCES cannot be demo in production mode'] : []),
  ];
}

/** Problems of variables in combination, by mode and role; empty: none. */
export function problemsOf(env: Environment): string[] {
  const problems = [
    ...(env.MODE === 'production' ? productionProblems(env) : []),
    ...sourceProblems(env),
    ...coinProblems(env),
    ...tronProblems(env),
    ...moneroProblems(env),
  ];
  if (env.SECRET_KEY !== undefined && env.MODE === 'demo' && env.SECRET_KEY.length < SECRET_KEY_LENGTH)
    problems.push(`SECRET_KEY must have at least ${SECRET_KEY_LENGTH} characters`);
  if (env.SECRET_KEY_PREVIOUS.length > 0 && env.SECRET_KEY === undefined)
    problems.push('SECRET_KEY_PREVIOUS needs SECRET_KEY, the one that came after');
  if (env.SECRET_KEY !== undefined && env.SECRET_KEY_PREVIOUS.includes(env.SECRET_KEY))
    problems.push('SECRET_KEY is among SECRET_KEY_PREVIOUS: make a new one');
  if ((env.HEARTBEAT_URL === undefined) !== (env.HEARTBEAT_KEY === undefined)) problems.push('HEARTBEAT_URL and HEARTBEAT_KEY go together');
  if ((env.OWNER_EMAIL === undefined) !== (env.OWNER_PASSWORD === undefined)) problems.push('OWNER_EMAIL and OWNER_PASSWORD go together');
  if (env.PUBLIC_URL !== undefined && new URL(env.PUBLIC_URL).pathname !== '/')
    problems.push('PUBLIC_URL must be an origin without a path');
  const apiProblem = apiUrlProblem(env);
  if (apiProblem !== undefined) problems.push(apiProblem);
  if (env.COUNTRY_HEADER !== undefined && env.TRUSTED_PROXIES.length === 0)
    problems.push('COUNTRY_HEADER needs TRUSTED_PROXIES: a header from any other client is not trusted');
  if (env.GEO_DATABASE !== undefined && !existsSync(env.GEO_DATABASE)) problems.push('GEO_DATABASE is no file that is there');
  if (env.DATABASE_DIRECT_URL !== undefined && env.DATABASE_URL === undefined)
    problems.push('DATABASE_DIRECT_URL must go with DATABASE_URL: it is the way past the pooler that DATABASE_URL leads through');
  if (env.SANDBOX_DATABASE_URL !== undefined && env.SANDBOX_DATABASE_URL === env.DATABASE_URL)
    problems.push('SANDBOX_DATABASE_URL is DATABASE_URL: test orders need a database of their own');
  return problems;
}
