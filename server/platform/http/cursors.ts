import * as z from 'zod/mini';
import { isOfficeAction } from '#core/access/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { MAX_CURSOR_CHARS } from '#contract/list-query.ts';
import { accept, type Result } from '#core/result.ts';
import type { PageStart } from '#server/platform/db/keyset.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import type { CallRefusal } from './refusal.ts';
import type { Visitor } from './route.ts';

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
const refuseParameter = (parameter: string): { readonly ok: false; readonly refusals: readonly CallRefusal<'invalid_parameter'>[] } => ({
  ok: false,
  refusals: [{ code: 'invalid_parameter', parameter }],
});

/** Where a call's page starts by its cursor. Refused: a cursor that was not issued for this list, or both directions at once. */
export function readPageStart(secrets: Pick<Secrets, 'verify'>, call: ListCall): Result<PageStart | undefined, 'invalid_parameter'> {
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
