import type { DataDocument, PageMeta, Resource } from '#contract/document.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { isWholeList } from '#contract/list-query.ts';
import type { PageEnds, RowPlace } from '#server/platform/db/list-page.ts';

/** A page of a list. */
export interface PageInfo {
  readonly page: number;
  readonly per: number;
  readonly total: number;
  /** There are more rows than `total`: counting stopped there. */
  readonly isTotalTruncated?: boolean;
  /** Sort-key values for cursors; undefined for a list that was returned whole. */
  readonly ends?: PageEnds;
}

/** A reply of a handler for any endpoint (`ReplyOf` is the exact type). */
export interface AnyReply {
  readonly data?: Resource | readonly Resource[] | null;
  readonly page?: PageInfo;
  readonly included?: readonly Resource[];
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly cookies?: readonly string[];
}

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
function pickFields(resource: Resource, { fields }: Shape): Resource {
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

/** URL of a resource, undefined where it has none of its own. */
export type ResourceUrl = (path: string, type: string, id: string) => string | undefined;

const apiPrefix = (path: string): string => (/^\/api(?:\/office)?\/v\d+/.exec(path) ?? [''])[0];

/** Derives resource URLs from the endpoints: the GET in the same API that returns this type by its id alone. */
export function createResourceUrl(endpoints: readonly Endpoint[]): ResourceUrl {
  const templates = new Map<string, string>();
  for (const { method, path, reply } of endpoints) {
    if (method !== 'GET' || reply.kind !== 'resource' || !/^[^{]*\/\{\w+\}$/.test(path)) continue;
    const key = `${apiPrefix(path)} ${reply.type}`;
    const template = path.replace(/\{\w+\}$/, '');
    // A nested resource is not found by its id alone
    if (!template.includes('{') && !templates.has(key)) templates.set(key, template);
  }
  return (path, type, id) => {
    const template = templates.get(`${apiPrefix(path)} ${type}`);
    return template === undefined ? undefined : template + encodeURIComponent(id);
  };
}

interface DocumentContext {
  /** Path and query of the request. */
  readonly url: string;
  readonly shape: Shape;
  readonly resourceUrl: ResourceUrl;
  /** A row's place as a cursor for `page[after]`; undefined where it would be too long. */
  readonly cursorOf: (place: RowPlace) => string | undefined;
}

/** A resource with its URL and only the requested members. */
function presentResource(resource: Resource, { url, shape, resourceUrl }: DocumentContext): Resource {
  const selfUrl = resource.links?.['self'] ?? resourceUrl(url, resource.type, resource.id);
  const { links, ...members } = pickFields(resource, shape);
  return selfUrl === undefined
    ? { ...members, ...(links === undefined ? {} : { links }) }
    : { ...members, links: { ...links, self: selfUrl } };
}

/** Each resource once; primary data is never repeated in `included` (JSON:API 1.1, "Compound Documents"). */
function withoutDuplicates(included: readonly Resource[], primary: readonly Resource[]): readonly Resource[] {
  const listed = new Set(primary.map(({ type, id }) => `${type} ${id}`));
  return included.filter(({ type, id }) => {
    const key = `${type} ${id}`;
    if (listed.has(key)) return false;
    listed.add(key);
    return true;
  });
}

const PAGE_NAMES = new Set(['page', 'page[number]', 'page[after]', 'page[before]']);

function pageLinks(
  { url, cursorOf }: DocumentContext,
  { page, ends }: PageInfo,
  totalPages: number,
): Readonly<Record<string, string | null>> {
  const [path = '', query = ''] = url.split('?', 2);
  const otherParams = [...new URLSearchParams(query)].filter(([name]) => !PAGE_NAMES.has(name));
  const at = (number: number, ...extra: readonly [string, string][]) =>
    `${path}?${new URLSearchParams([...otherParams, ['page', String(number)], ...extra])}`;
  const byCursor = (direction: 'after' | 'before', number: number, place: RowPlace) => {
    const cursor = cursorOf(place);
    return cursor === undefined ? at(number) : at(number, [`page[${direction}]`, cursor]);
  };
  const last = Math.max(1, totalPages);
  // A page without rows has no cursors: use page numbers
  const hasCursors = ends !== undefined && (ends.before !== null || ends.after !== null);
  const byNumber = { prev: page > 1 && page <= last + 1 ? at(page - 1) : null, next: page < last ? at(page + 1) : null };
  return {
    first: at(1),
    prev: hasCursors ? ends.before && byCursor('before', Math.max(1, page - 1), ends.before) : byNumber.prev,
    next: hasCursors ? ends.after && byCursor('after', page + 1, ends.after) : byNumber.next,
    last: at(last),
  };
}

/** The document of a successful reply: self and page links, paging as meta, each included resource once. */
export function dataDocument(reply: AnyReply, context: DocumentContext): DataDocument {
  const { data = null, page } = reply;
  const primary = data === null ? [] : Array.isArray(data) ? (data as readonly Resource[]) : [data as Resource];
  const resources = primary.map((resource) => presentResource(resource, context));
  const totalPages = page === undefined ? 0 : Math.ceil(page.total / page.per);
  const paging: PageMeta | undefined =
    page === undefined
      ? undefined
      : {
          page: page.page,
          per: page.per,
          total: page.total,
          total_pages: totalPages,
          ...(page.isTotalTruncated === true ? { total_is_least: true } : {}),
        };
  const meta = paging === undefined ? reply.meta : { ...reply.meta, ...paging };
  return {
    data: Array.isArray(data) ? resources : (resources[0] ?? null),
    ...(reply.included === undefined
      ? {}
      : { included: withoutDuplicates(reply.included, primary).map((resource) => presentResource(resource, context)) }),
    ...(meta === undefined ? {} : { meta }),
    links: { self: context.url, ...(page === undefined ? {} : pageLinks(context, page, totalPages)) },
  };
}

/** `Location` of a created resource: its own URL. */
export function locationOf(document: DataDocument): string | undefined {
  const { data } = document;
  return data === null || Array.isArray(data) ? undefined : (data as Resource).links?.['self'];
}
