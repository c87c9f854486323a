import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Refusal } from '#core/refusal.ts';
import { accept, type Result } from '#core/result.ts';
import { isPlainText } from './read-json.ts';

type Raw = Readonly<Record<string, string | readonly string[] | undefined>>;
type Query = Readonly<Record<string, unknown>>;

/** Other names of the specification's parameters, in the standard's dialect and in its own variants. */
const ALIASES: ReadonlyMap<string, readonly string[]> = new Map([
  ['page[number]', ['page']],
  ['page[size]', ['per', 'perPage']],
  ['per', ['perPage']],
  ['perPage', ['per']],
]);

/** Looks through optional, nullable and default wrappers. */
function isList(schema: unknown): boolean {
  const definition = (schema as { _zod?: { def?: { type?: string; innerType?: unknown } } })._zod?.def;
  if (definition?.type === 'array') return true;
  return definition?.innerType !== undefined && isList(definition.innerType);
}

const invalid = (parameter: string): Refusal<'invalid_parameter'> => ({ code: 'invalid_parameter', parameter });

/** Reads a query by an endpoint's description. Both dialects give equal results (contract 1); anything unknown, repeated or misshapen refuses. */
export type ReadQuery = (raw: Raw) => Result<Query, 'invalid_parameter'>;

/** The name the endpoint knows a parameter by: `include[]`, `page[size]`, `filter[status]` -> `include`, `per`, `status`. */
function nameOf(given: string, known: ReadonlyMap<string, boolean>): string | undefined {
  if (known.has(given)) return given;
  const alias = ALIASES.get(given)?.find((name) => known.has(name));
  if (alias !== undefined) return alias;
  const filtered = /^filter\[(\w+)\](?:\[\])?$/.exec(given)?.[1];
  if (filtered !== undefined && known.has(filtered)) return filtered;
  const list = given.endsWith('[]') ? given.slice(0, -2) : undefined;
  return list !== undefined && known.get(list) === true ? list : undefined;
}

function collect(raw: Raw, known: ReadonlyMap<string, boolean>) {
  const values = new Map<string, string | string[]>();
  const givenAs = new Map<string, string>();
  const refusals: Refusal<'invalid_parameter'>[] = [];
  for (const [given, value] of Object.entries(raw)) {
    const name = nameOf(given, known);
    const items = value === undefined ? [] : typeof value === 'string' ? [value] : value;
    const isScalar = name !== undefined && known.get(name) === false;
    if (name === undefined || !items.every(isPlainText) || (isScalar && (items.length !== 1 || values.has(name)))) {
      refusals.push(invalid(given));
      continue;
    }
    givenAs.set(name, given);
    if (isScalar) values.set(name, items[0] ?? '');
    else values.set(name, [...(values.get(name) ?? []), ...items.flatMap((item) => item.split(',')).filter((item) => item !== '')]);
  }
  return { values, givenAs, refusals };
}

function isEmpty(raw: Raw): boolean {
  for (const _ in raw) return false;
  return true;
}

export function queryReader(endpoint: Endpoint): ReadQuery {
  const shape = endpoint.query?._zod.def.shape ?? {};
  const known = new Map(Object.entries(shape).map(([name, schema]) => [name, isList(schema)]));
  const withoutQuery = accept({});
  return (raw) => {
    if (endpoint.query === undefined && isEmpty(raw)) return withoutQuery;
    const { values, givenAs, refusals } = collect(raw, known);
    if (refusals.length > 0) return { ok: false, refusals };
    if (endpoint.query === undefined) return accept({});
    const parsed = z.safeParse(endpoint.query, Object.fromEntries(values));
    if (parsed.success) return accept(parsed.data);
    const names = new Set(parsed.error.issues.map((issue) => String(issue.path[0] ?? '')));
    return { ok: false, refusals: [...names].map((name) => invalid(givenAs.get(name) ?? name)) };
  };
}
