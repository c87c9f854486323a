import { MODULES } from '#server/modules.ts';
import { filesBelow, textOf } from './files.ts';

/** Tables of the platform and of adapters, and the key-value table in which any module stores its own key. */
export const SHARED_TABLES: readonly string[] = ['idempotency_keys', 'notices', 'processes', 'rate_limits', 'settings'];

/** Erases and exports what every module stores of a person. */
const PERSONAL_DATA = 'personal-data';

const ownerOf = new Map(MODULES.flatMap(({ name, tables = [] }) => tables.map((table) => [table, name] as const)));
const positionOf = new Map(MODULES.map(({ name }, position) => [name, position]));

const SQL = /\b(insert\s+into|update|delete\s+from|from|join|using)\s+(?:only\s+)?([a-z_0-9]+)/g;
const WRITES = /^(?:insert|update|delete)/;

interface Access {
  readonly file: string;
  readonly module: string;
  readonly table: string;
  readonly isWrite: boolean;
}

/** Every use of another module's table in SQL of the server. */
export const foreignAccesses: readonly Access[] = filesBelow('server', /\.ts$/)
  .filter((file) => !file.endsWith('.test.ts'))
  .flatMap((file) => {
    const module = file.split('/')[1] ?? '';
    return [...textOf(file).matchAll(SQL)]
      .map(([, verb = '', table = '']) => ({ file, module, table, isWrite: WRITES.test(verb) }))
      .filter(({ table }) => ownerOf.has(table) && ownerOf.get(table) !== module);
  })
  .filter(({ module }) => module !== PERSONAL_DATA && positionOf.has(module));

export const ownedTables: readonly string[] = [...ownerOf.keys()];

/** Second writers of a table, as `module table`. */
export const secondWriters: readonly string[] = [
  ...new Set(foreignAccesses.filter(({ isWrite }) => isWrite).map(({ module, table }) => `${module} ${table}`)),
].toSorted();

/** Modules that read a table of a later module, as `module table`. */
export const backwardReads: readonly string[] = [
  ...new Set(
    foreignAccesses
      .filter(({ module, table }) => (positionOf.get(module) ?? 0) < (positionOf.get(ownerOf.get(table) ?? '') ?? 0))
      .map(({ module, table }) => `${module} ${table}`),
  ),
].toSorted();
