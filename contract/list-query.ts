import * as z from 'zod/mini';
import type { Endpoint } from './endpoint.ts';

type SortKey<Name extends string> = Name | `-${Name}`;

/** `sort` of a list that its handler pages: the keys, each also descending with a minus (JSON:API 1.1, "Sorting"). */
export const sortQuery = <const Name extends string>(...names: readonly Name[]) => {
  const keys: SortKey<Name>[] = names.flatMap((name) => [name, `-${name}` as const]);
  return z.optional(z.array(z.enum(keys)));
};

/** Paging by the platform: 1-based page, at most 1000 rows. */
export const PAGE_NUMBER = /^[1-9]\d{0,5}$/;
export const PAGE_SIZE = /^([1-9]\d{0,2}|1000)$/;

/** Maximum length of a cursor; its text is opaque. */
export const MAX_CURSOR_CHARS = 4096;
const cursor = z.optional(z.string().check(z.regex(/^[\w-]{1,4069}\.[\w-]{1,26}$/)));

/**
 * Paging of unbounded lists: 1-based page, at most 100 rows. Cursors of `links.next` and `links.prev` continue at the row where the last
 * page ended; then `page` is only its number.
 */
export const pagingQuery = {
  page: z.optional(z.string().check(z.regex(/^[1-9]\d{0,5}$/))),
  per: z.optional(z.string().check(z.regex(/^([1-9]\d?|100)$/))),
  'page[after]': cursor,
  'page[before]': cursor,
};

/** Days in Moscow, as the office shows times; the last one included. */
export const dayRangeQuery = { from: z.optional(z.iso.date()), to: z.optional(z.iso.date()) };

/** The rows of a list and its filters as a file for spreadsheets, all pages, formulas escaped. */
export const csvReply = { kind: 'file', mediaType: 'text/csv; charset=utf-8' } as const;

/** A list that its handler returns in full: the platform sorts and pages it. */
export const isWholeList = ({ reply }: Endpoint): boolean => reply.kind === 'collection' && reply.paged !== true;

interface Described {
  readonly def: { readonly type: string; readonly innerType?: { readonly _zod: Described } };
}

const SCALARS: ReadonlySet<string> = new Set(['string', 'number', 'boolean', 'enum']);

function isScalar({ def }: Described): boolean {
  return SCALARS.has(def.type) || (def.innerType !== undefined && isScalar(def.innerType._zod));
}

/** Sort keys of a full list: every attribute with a single value. */
export function sortKeys({ reply }: Endpoint): readonly string[] {
  if (reply.kind !== 'collection') return [];
  const shape = Object.entries(reply.attributes._zod.def.shape);
  return shape.flatMap(([name, schema]) => (isScalar((schema as { readonly _zod: Described })._zod) ? [name] : []));
}

/** Names for `fields[type]`, by resource type of the response: attributes and relationships (JSON:API 1.1, "Sparse Fieldsets"). */
export function fieldNames({ reply, include = {} }: Endpoint): ReadonlyMap<string, ReadonlySet<string>> {
  if (reply.kind !== 'resource' && reply.kind !== 'collection') return new Map();
  const types = new Map([[reply.type, new Set([...Object.keys(reply.attributes._zod.def.shape), ...Object.keys(include)])]]);
  for (const { type, attributes } of Object.values(include)) {
    const names = types.get(type) ?? new Set();
    types.set(type, new Set([...names, ...Object.keys(attributes._zod.def.shape)]));
  }
  return types;
}
