import * as z from 'zod/mini';
import { isOfficeAction } from '#core/access.ts';
import type { Endpoint } from '#contract/endpoint.ts';
import { MAX_CURSOR_CHARS } from '#contract/list-query.ts';
import { accept, type Result } from '#core/result.ts';
import { RowPlace, type Start } from '#server/platform/db/keyset.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import type { CallRefusal } from './refusal.ts';
import type { Visitor } from './route.ts';

const PURPOSE = 'page cursor';
const Written = z.object({ place: RowPlace, asOf: z.nullable(z.string()) });

/** The query without what says which part of the list is shown, and how. */
const BESIDE_THE_LIST: ReadonlySet<string> = new Set(['page', 'per', 'page[after]', 'page[before]', 'include']);

export interface WalkOf {
  readonly endpoint: Endpoint;
  readonly query: Readonly<Record<string, unknown>>;
  readonly visitor: Visitor;
}

/**
 * The list that a cursor belongs to: a call with its filters and its `sort`, and whose list it is. Operators see one list and hand its
 * addresses to each other.
 */
export function listOf({ endpoint, query, visitor }: WalkOf): string {
  const filters = Object.entries(query)
    .filter(([name, value]) => value !== undefined && !BESIDE_THE_LIST.has(name))
    .toSorted(([a], [b]) => (a < b ? -1 : 1));
  const isOwned = visitor.kind === 'user' || visitor.kind === 'partner';
  const owner = !isOfficeAction(endpoint.action) && isOwned ? `${visitor.kind} ${visitor.userId}` : null;
  return JSON.stringify([endpoint.name, owner, filters]);
}

/** A place in a list as text that nobody else can write; undefined where it would be longer than what is read. */
export function writeCursor(secrets: Pick<Secrets, 'sign'>, list: string, place: z.output<typeof Written>): string | undefined {
  const text = Buffer.from(JSON.stringify(place)).toString('base64url');
  const cursor = `${text}.${secrets.sign(PURPOSE, `${list}\n${text}`)}`;
  return cursor.length > MAX_CURSOR_CHARS ? undefined : cursor;
}

function readCursor(secrets: Pick<Secrets, 'verify'>, list: string, cursor: string): z.output<typeof Written> | undefined {
  const [text = '', signature = ''] = cursor.split('.');
  if (!secrets.verify(PURPOSE, `${list}\n${text}`, signature)) return undefined;
  return z.parse(Written, JSON.parse(Buffer.from(text, 'base64url').toString()));
}

const WAYS = ['after', 'before'] as const;
const refused = (parameter: string): { readonly ok: false; readonly refusals: readonly CallRefusal<'invalid_parameter'>[] } => ({
  ok: false,
  refusals: [{ code: 'invalid_parameter', parameter }],
});

/** From where a call's page goes on; refused: a cursor that we have not written for this very list, or both ways at once. */
export function startOf(secrets: Pick<Secrets, 'verify'>, walk: WalkOf): Result<Start | undefined, 'invalid_parameter'> {
  const given = WAYS.flatMap((way) => {
    const cursor = walk.query[`page[${way}]`];
    return typeof cursor === 'string' ? [{ way, cursor }] : [];
  });
  const [one, other] = given;
  if (one === undefined) return accept(undefined);
  if (other !== undefined) return refused(`page[${other.way}]`);
  const read = readCursor(secrets, listOf(walk), one.cursor);
  return read === undefined ? refused(`page[${one.way}]`) : accept({ way: one.way, ...read });
}
