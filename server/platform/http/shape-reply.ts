import { isWholeList } from '#contract/list-query.ts';
import type { Resource } from '#contract/document.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { AnyReply } from './any-reply.ts';

/** Standard query parameters that shape a response: `fields`, `sort` and `page`. */
export interface Shape {
  /** Members to include by resource type; all members of other types. */
  readonly fields: ReadonlyMap<string, ReadonlySet<string>>;
  /** Attributes to sort a whole list by, most significant first; prefix `-`: descending. */
  readonly sort: readonly string[];
  readonly page: number | undefined;
  readonly per: number | undefined;
}

/** A query without these parameters. */
export const PLAIN_SHAPE: Shape = { fields: new Map(), sort: [], page: undefined, per: undefined };

const DECIMAL = /^-?\d{1,40}(?:\.\d{1,40})?$/;
const FRACTION_DIGITS = 40;

/** Decimal text as an integer of fixed scale, to compare amounts without floating point. */
function scaled(text: string): bigint {
  const [whole = '', fraction = ''] = text.split('.');
  return BigInt(whole + fraction.padEnd(FRACTION_DIGITS, '0'));
}

function compare(a: unknown, b: unknown): number {
  if (typeof a === 'string' && typeof b === 'string') {
    if (DECIMAL.test(a) && DECIMAL.test(b)) return Number(scaled(a) > scaled(b)) - Number(scaled(a) < scaled(b));
    return Number(a > b) - Number(a < b);
  }
  return Number(Number(a) > Number(b)) - Number(Number(a) < Number(b));
}

/** Compares resources by the keys; resources without a value come last in either direction. */
function byKeys(keys: readonly string[]): (a: Resource, b: Resource) => number {
  const rules = keys.map((key) => (key.startsWith('-') ? { name: key.slice(1), sign: -1 } : { name: key, sign: 1 }));
  return (a, b) => {
    for (const { name, sign } of rules) {
      const [left, right] = [a.attributes[name] ?? null, b.attributes[name] ?? null];
      if (left === null || right === null) {
        if (left !== right) return left === null ? 1 : -1;
        continue;
      }
      const difference = compare(left, right);
      if (difference !== 0) return difference * sign;
    }
    return 0;
  };
}

/** Sorts and pages a list that its handler returned whole; without a page size it is one page. */
export function shapeList(endpoint: Endpoint, shape: Shape, reply: AnyReply): AnyReply {
  if (!isWholeList(endpoint) || !Array.isArray(reply.data) || reply.page !== undefined) return reply;
  const all = reply.data as readonly Resource[];
  const sorted = shape.sort.length === 0 ? all : all.toSorted(byKeys(shape.sort));
  const { page = 1, per = Math.max(1, all.length) } = shape;
  return { ...reply, data: sorted.slice((page - 1) * per, page * per), page: { page, per, total: all.length } };
}

const pickMembers = <V>(members: Readonly<Record<string, V>>, names: ReadonlySet<string>): Readonly<Record<string, V>> =>
  Object.fromEntries(Object.entries(members).filter(([name]) => names.has(name)));

/** A resource with only the requested members. */
export function pickFields(resource: Resource, { fields }: Shape): Resource {
  const names = fields.get(resource.type);
  if (names === undefined) return resource;
  const { relationships, ...members } = resource;
  const picked = relationships === undefined ? {} : pickMembers(relationships, names);
  return {
    ...members,
    attributes: pickMembers(resource.attributes, names),
    ...(Object.keys(picked).length === 0 ? {} : { relationships: picked }),
  };
}
