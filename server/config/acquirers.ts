import { readFileSync } from 'node:fs';
import * as z from 'zod';
import { checkSettings, secretsOf } from '#server/adapters/rails/acquirer/check-settings.ts';
import { type Acquirer, AcquirerSettings } from '#server/adapters/rails/acquirer/settings.ts';
import { pemOf } from '#server/adapters/rails/acquirer/signature.ts';
import type { Environment } from './environment.ts';

type Variables = Readonly<Record<string, string | undefined>>;

const AcquirersFile = z.strictObject({ acquirers: z.array(z.unknown()).max(20) });

/** `ACQUIRER_<NAME>_<SECRET>`. */
const variableOf = (name: string, secret: string): string => `ACQUIRER_${name}_${secret}`.toUpperCase().replaceAll(/[^A-Z0-9]/g, '_');

function readJson(path: string): unknown {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

interface AcquirerResult {
  readonly acquirer: Acquirer | undefined;
  readonly problems: readonly string[];
}

/** One acquirer with the secrets that this role needs. Problems never contain a secret. */
function readAcquirer(
  raw: unknown,
  index: number,
  variables: Variables,
  { MODE, ROLE }: Pick<Environment, 'MODE' | 'ROLE'>,
): AcquirerResult {
  const parsed = AcquirerSettings.safeParse(raw);
  const where = parsed.success ? parsed.data.name : `acquirers[${index}]`;
  if (!parsed.success) {
    const problems = parsed.error.issues.map(({ path, message }) => `ACQUIRERS_FILE ${where}: ${path.join('.')} ${message}`);
    return { acquirer: undefined, problems };
  }
  const settings = parsed.data;
  const required = secretsOf(settings, ROLE).map((secret) => [secret, variables[variableOf(settings.name, secret)]?.trim() ?? ''] as const);
  const missing = required
    .filter(([, value]) => value === '')
    .map(([secret]) => `${variableOf(settings.name, secret)} is required for the acquirer ${where}`);
  const secrets = Object.fromEntries(required.map(([secret, value]) => [secret, value.startsWith('-----') ? pemOf(value) : value]));
  const problems = [...checkSettings(settings, MODE).map((problem) => `ACQUIRERS_FILE ${where}: ${problem}`), ...missing];
  return { acquirer: { settings, secrets }, problems };
}

/** The acquirers of a file, and all problems with them; without a file: none. */
export function readAcquirers(path: string | undefined, variables: Variables, env: Pick<Environment, 'MODE' | 'ROLE'>) {
  if (path === undefined) return { acquirers: [], problems: [] };
  const file = AcquirersFile.safeParse(readJson(path));
  if (!file.success) return { acquirers: [], problems: ['ACQUIRERS_FILE must be a JSON file {"acquirers": [...]} that can be read'] };
  const results = file.data.acquirers.map((raw, index) => readAcquirer(raw, index, variables, env));
  const acquirers = results.flatMap(({ acquirer }) => acquirer ?? []);
  const names = acquirers.map(({ settings }) => settings.name);
  const duplicates = names.filter((name, index) => names.indexOf(name) !== index).map((name) => `ACQUIRERS_FILE names ${name} twice`);
  return { acquirers, problems: [...results.flatMap(({ problems }) => problems), ...duplicates] };
}
