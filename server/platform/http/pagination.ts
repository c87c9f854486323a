import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { MAX_CURSOR_CHARS } from '#contract/list-query.ts';
import { isOfficeAction } from '#core/access/access.ts';
import { accept, type Result } from '#core/result.ts';
import type { PageEnds, PageStart } from '#server/platform/db/list-page.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import type { PageInfo } from './data-document.ts';
import type { CallRefusal } from './refusal.ts';
import type { Visitor } from './route.ts';

const PER_PAGE = 50;
/** Rows are counted at least up to here. */
const MIN_COUNTED = 5_000;
/** With page numbers, this many further pages are counted. */
const COUNTED_PAGES_AHEAD = 10;

export interface PageRequest {
  readonly page: number;
  readonly per: number;
  readonly limit: number;
  readonly offset: number;
  /** Start by a cursor: then no rows are skipped, and `page` only numbers the page. */
  readonly from: PageStart | undefined;
  /** Rows are counted up to here, as counting a long list is slow. */
  readonly maxCounted: number;
  /** Sort keys; undefined: the list's default sorting. */
  readonly sort: readonly string[] | undefined;
}

/** What a query of one part of a list needs. */
export type ListPart = Pick<PageRequest, 'limit' | 'offset' | 'from' | 'sort'>;

interface PageCall {
  readonly query: {
    readonly page?: string | undefined;
    readonly per?: string | undefined;
    readonly sort?: readonly string[] | undefined;
  };
  readonly from: PageStart | undefined;
}

/** The page requested by a validated call; by default the first one with `perPage` rows. */
export function readPageRequest({ query, from }: PageCall, perPage = PER_PAGE): PageRequest {
  const page = Number(query.page ?? 1);
  const per = Number(query.per ?? perPage);
  const maxCounted = from === undefined ? Math.max(MIN_COUNTED, (page + COUNTED_PAGES_AHEAD) * per) : MIN_COUNTED;
  return { page, per, limit: per, offset: (page - 1) * per, from, maxCounted, sort: query.sort };
}

/** The page information of a response: the count, or a lower bound where counting stopped. */
export const pageInfo = ({ page, per, maxCounted, from }: PageRequest, counted: number, ends: PageEnds): PageInfo => ({
  page,
  per,
  ends,
  ...(counted > maxCounted
    ? { total: from === undefined ? maxCounted : Math.max(maxCounted, (page - 1) * per + 1), isTotalTruncated: true }
    : { total: counted }),
});

const PURPOSE = 'page cursor';
const CursorContent = z.object({ place: z.array(z.nullable(z.string())), asOf: z.nullable(z.string()) });

/** Query parameters that select part of a list or its form, not the list itself. */
const PAGING_PARAMETERS: ReadonlySet<string> = new Set(['page', 'per', 'page[after]', 'page[before]', 'include']);

export interface ListCall {
  readonly endpoint: Endpoint;
  readonly query: Readonly<Record<string, unknown>>;
  readonly visitor: Visitor;
}

/**
 * Identity of the list that a cursor belongs to: endpoint, filters, sort and owner. Office lists have no owner, so that operators can share
 * their URLs.
 */
export function listIdentity({ endpoint, query, visitor }: ListCall): string {
  const filters = Object.entries(query)
    .filter(([name, value]) => value !== undefined && !PAGING_PARAMETERS.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const isOwned = visitor.kind === 'user' || visitor.kind === 'partner';
  const owner = !isOfficeAction(endpoint.action) && isOwned ? `${visitor.kind} ${visitor.userId}` : null;
  return JSON.stringify([endpoint.name, owner, filters]);
}

/** A row's place as signed text; undefined when it would exceed the length that is accepted. */
export function writeCursor(secrets: Pick<Secrets, 'sign'>, list: string, place: z.output<typeof CursorContent>): string | undefined {
  const text = Buffer.from(JSON.stringify(place)).toString('base64url');
  const cursor = `${text}.${secrets.sign(PURPOSE, `${list}\n${text}`)}`;
  return cursor.length > MAX_CURSOR_CHARS ? undefined : cursor;
}

function readCursor(secrets: Pick<Secrets, 'verify'>, list: string, cursor: string): z.output<typeof CursorContent> | undefined {
  const [text = '', signature = ''] = cursor.split('.');
  if (!secrets.verify(PURPOSE, `${list}\n${text}`, signature)) return undefined;
  return z.parse(CursorContent, JSON.parse(Buffer.from(text, 'base64url').toString()));
}

const DIRECTIONS = ['after', 'before'] as const;
const FIRST_PAGE = accept(undefined);
const refuseParameter = (parameter: string): { readonly ok: false; readonly refusals: readonly CallRefusal<'invalid_parameter'>[] } => ({
  ok: false,
  refusals: [{ code: 'invalid_parameter', parameter }],
});

/** Where a call's page starts by its cursor. Refused: a cursor that was not issued for this list, or both directions at once. */
export function readPageStart(secrets: Pick<Secrets, 'verify'>, call: ListCall): Result<PageStart | undefined, 'invalid_parameter'> {
  if (call.query['page[after]'] === undefined && call.query['page[before]'] === undefined) return FIRST_PAGE;
  const cursors = DIRECTIONS.flatMap((direction) => {
    const cursor = call.query[`page[${direction}]`];
    return typeof cursor === 'string' ? [{ direction, cursor }] : [];
  });
  const [first, second] = cursors;
  if (first === undefined) return accept(undefined);
  if (second !== undefined) return refuseParameter(`page[${second.direction}]`);
  const content = readCursor(secrets, listIdentity(call), first.cursor);
  return content === undefined ? refuseParameter(`page[${first.direction}]`) : accept({ direction: first.direction, ...content });
}
