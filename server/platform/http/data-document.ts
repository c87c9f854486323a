import type { DataDocument, PageMeta, Resource } from '#contract/document.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import type { RowPlace } from '#server/platform/db/keyset.ts';
import type { AnyReply, PageInfo } from './any-reply.ts';
import { type Shape, pickFields } from './shape-reply.ts';

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
