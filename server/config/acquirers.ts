import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { checkSettings, secretsOf } from '#server/adapters/rails/acquirer/check-settings.ts';
import { type Acquirer, AcquirerSettings } from '#server/adapters/rails/acquirer/settings.ts';
import { pemOf } from '#server/adapters/rails/acquirer/signature.ts';
import type { Environment } from './environment.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const File = z.strictObject({ acquirers: z.array(z.unknown()).max(20) });

/** `ACQUIRER_<NAME>_<SECRET>`. */
const variableOf = (name: string, secret: string): string => `ACQUIRER_${name}_${secret}`.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

interface Read {
  readonly acquirer: Acquirer | undefined;
  readonly problems: readonly string[];
}

/** One description with the secrets that a process of this role needs. Secrets are never repeated in a refusal. */
function readOne(given: unknown, at: number, variables: Variables, { MODE, ROLE }: Pick<Environment, 'MODE' | 'ROLE'>): Read {
  const parsed = AcquirerSettings.safeParse(given);
  const where = parsed.success ? parsed.data.name : `acquirers[${at}]`;
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `ACQUIRERS_FILE ${where}: ${path.join('.')} ${message}`);
    return { acquirer: undefined, problems };
  }
  const settings = parsed.data;
  const wanted = secretsOf(settings, ROLE).map((secret) => [secret, variables[variableOf(settings.name, secret)]?.trim() ?? ''] as const);
  const missing = wanted
    .filter(([, value]) => value === '')
    .map(([secret]) => `${variableOf(settings.name, secret)} is required for the acquirer ${where}`);
  const secrets = Object.fromEntries(wanted.map(([secret, value]) => [secret, value.startsWith('-----') ? pemOf(value) : value]));
  const problems = [...checkSettings(settings, MODE).map((problem) => `ACQUIRERS_FILE ${where}: ${problem}`), ...missing];
  return { acquirer: { settings, secrets }, problems };
}

/** Acquirers of a file, and everything that is wrong with them; no file: none. */
export function readAcquirers(path: string | undefined, variables: Variables, env: Pick<Environment, 'MODE' | 'ROLE'>) {
  if (path === undefined) return { acquirers: [], problems: [] };
  const file = File.safeParse(readJson(path));
  if (!file.success) return { acquirers: [], problems: ['ACQUIRERS_FILE must be a JSON file {"acquirers": [...]} that can be read'] };
  const all = file.data.acquirers.map((one, at) => readOne(one, at, variables, env));
  const acquirers = all.flatMap(({ acquirer }) => acquirer ?? []);
  const names = acquirers.map(({ settings }) => settings.name);
  const twice = names.filter((name, at) => names.indexOf(name) !== at).map((name) => `ACQUIRERS_FILE names ${name} twice`);
  return { acquirers, problems: [...all.flatMap(({ problems }) => problems), ...twice] };
}
