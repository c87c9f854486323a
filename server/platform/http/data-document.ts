import type { DataDocument, PageMeta, Resource } from '#contract/document.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { RowPlace } from '#server/platform/db/keyset.ts';
import type { AnyReply, PageOf } from './any-reply.ts';
import { type Shape, sparse } from './shape-reply.ts';

/** Address of a resource, undefined where it has none of its own. */
export type SelfOf = (path: string, type: string, id: string) => string | undefined;

const apiOf = (path: string): string => (/^\/api(?:\/office)?\/v\d+/.exec(path) ?? [''])[0];

/** Derives the address of resources from the endpoints: the GET that answers one of this type by its id alone, in the same API. */
export function selfAddresses(endpoints: readonly Endpoint[]): SelfOf {
  const templates = new Map<string, string>();
  for (const { method, path, reply } of endpoints) {
    if (method !== 'GET' || reply.kind !== 'resource' || !/^[^{]*\/\{\w+\}$/.test(path)) continue;
    const key = `${apiOf(path)} ${reply.type}`;
    const template = path.replace(/\{\w+\}$/, '');
    // What stands under something else is not found by its id alone
    if (!template.includes('{') && !templates.has(key)) templates.set(key, template);
  }
  return (path, type, id) => {
    const template = templates.get(`${apiOf(path)} ${type}`);
    return template === undefined ? undefined : template + encodeURIComponent(id);
  };
}

interface Place {
  /** Path and query of the request. */
  readonly url: string;
  readonly shape: Shape;
  readonly selfOf: SelfOf;
  /** A row's place as `page[after]` takes it; undefined where that would be too long. */
  readonly cursorOf: (place: RowPlace) => string | undefined;
}

/** A resource with its address and only the members that were asked for. */
function shown(resource: Resource, { url, shape, selfOf }: Place): Resource {
  const self = resource.links?.['self'] ?? selfOf(url, resource.type, resource.id);
  const { links, ...rest } = sparse(resource, shape);
  return self === undefined ? { ...rest, ...(links === undefined ? {} : { links }) } : { ...rest, links: { ...links, self } };
}

/** Each resource once; primary data is never repeated in `included` (JSON:API 1.1, "Compound Documents"). */
function withoutDuplicates(included: readonly Resource[], primary: readonly Resource[]): readonly Resource[] {
  const seen = new Set(primary.map(({ type, id }) => `${type} ${id}`));
  return included.filter(({ type, id }) => {
    const key = `${type} ${id}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

const PAGE_NAMES = new Set(['page', 'page[number]', 'page[after]', 'page[before]']);

function pageLinks({ url, cursorOf }: Place, { page, ends }: PageOf, totalPages: number): Readonly<Record<string, string | null>> {
  const [path = '', query = ''] = url.split('?', 2);
  const others = [...new URLSearchParams(query)].filter(([name]) => !PAGE_NAMES.has(name));
  const at = (number: number, ...more: readonly [string, string][]) =>
    `${path}?${new URLSearchParams([...others, ['page', String(number)], ...more])}`;
  const beyond = (way: 'after' | 'before', number: number, place: RowPlace) => {
    const cursor = cursorOf(place);
    return cursor === undefined ? at(number) : at(number, [`page[${way}]`, cursor]);
  };
  const last = Math.max(1, totalPages);
  // Beyond a page without rows only numbers lead on
  const isWalked = ends !== undefined && (ends.before !== null || ends.after !== null);
  const byNumber = { prev: page > 1 && page <= last + 1 ? at(page - 1) : null, next: page < last ? at(page + 1) : null };
  return {
    first: at(1),
    prev: isWalked ? ends.before && beyond('before', Math.max(1, page - 1), ends.before) : byNumber.prev,
    next: isWalked ? ends.after && beyond('after', page + 1, ends.after) : byNumber.next,
    last: at(last),
  };
}

/** The document of a successful reply: self and page links, paging as meta, compound resources once. */
export function dataDocument(reply: AnyReply, place: Place): DataDocument {
  const { data = null, page } = reply;
  const primary = data === null ? [] : Array.isArray(data) ? (data as readonly Resource[]) : [data as Resource];
  const resources = primary.map((resource) => shown(resource, place));
  const totalPages = page === undefined ? 0 : Math.ceil(page.total / page.per);
  const paging: PageMeta | undefined =
    page === undefined
      ? undefined
      : {
          page: page.page,
          per: page.per,
          total: page.total,
          total_pages: totalPages,
          ...(page.isMore === true ? { total_is_least: true } : {}),
        };
  const meta = paging === undefined ? reply.meta : { ...reply.meta, ...paging };
  return {
    data: Array.isArray(data) ? resources : (resources[0] ?? null),
    ...(reply.included === undefined
      ? {}
      : { included: withoutDuplicates(reply.included, primary).map((resource) => shown(resource, place)) }),
    ...(meta === undefined ? {} : { meta }),
    links: { self: place.url, ...(page === undefined ? {} : pageLinks(place, page, totalPages)) },
  };
}

/** `Location` of what a call created: the resource's own address. */
export function locationOf(document: DataDocument): string | undefined {
  const { data } = document;
  return data === null || Array.isArray(data) ? undefined : (data as Resource).links?.['self'];
}
