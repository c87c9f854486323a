import { isObject } from '#core/text/json.ts';

/** One readable error (spec 8). */
export interface CallError {
  /** The parameter, else the last segment of the pointer, else `unknown`. */
  readonly name: string;
  /** The code, `unknown` when absent. */
  readonly type: string;
  readonly code: string;
  readonly message: string;
  /** Path below the attributes, `/`-separated (`outcome_requisites/card_number`); null without such a pointer. */
  readonly field: string | null;
  readonly meta: Readonly<Record<string, unknown>>;
}

/** An error of a document (`contract.md` 1), with the record that spec 8 derives from it. */
export interface ReceivedError extends CallError {
  /** Id of this occurrence in the shop's log. */
  readonly id: string | null;
  /** The HTTP status as text. */
  readonly status: string | null;
  readonly title: string | null;
  readonly detail: string | null;
  readonly source: { readonly pointer?: string; readonly parameter?: string; readonly header?: string };
}

const ATTRIBUTES = '/data/attributes/';

const textOf = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
const unescape = (segment: string): string => segment.replaceAll('~1', '/').replaceAll('~0', '~');

function readError(item: unknown): ReceivedError | undefined {
  if (!isObject(item)) return undefined;
  const [detail, title] = [textOf(item['detail']), textOf(item['title'])];
  const message = detail ?? title;
  if (message === undefined) return undefined;
  const source = isObject(item['source']) ? item['source'] : {};
  const [pointer, parameter, header] = [textOf(source['pointer']), textOf(source['parameter']), textOf(source['header'])];
  const lastSegment = textOf(pointer?.split('/').at(-1));
  const code = textOf(item['code']) ?? 'unknown';
  return {
    name: parameter ?? (lastSegment === undefined ? 'unknown' : unescape(lastSegment)),
    type: code,
    code,
    message,
    field: pointer?.startsWith(ATTRIBUTES) === true ? pointer.slice(ATTRIBUTES.length).split('/').map(unescape).join('/') : null,
    meta: isObject(item['meta']) ? item['meta'] : {},
    id: textOf(item['id']) ?? null,
    status: textOf(item['status']) ?? null,
    title: title ?? null,
    detail: detail ?? null,
    source: {
      ...(pointer === undefined ? {} : { pointer }),
      ...(parameter === undefined ? {} : { parameter }),
      ...(header === undefined ? {} : { header }),
    },
  };
}

/** Reads the `errors` of a parsed document (spec 8). `isIncomplete`: an item without a message was dropped, or there was no list. */
export function readErrors(document: unknown): { readonly errors: readonly ReceivedError[]; readonly isIncomplete: boolean } {
  const items = isObject(document) && Array.isArray(document['errors']) ? document['errors'] : [];
  const errors = items.map(readError).filter((error) => error !== undefined);
  return { errors, isIncomplete: errors.length !== items.length || items.length === 0 };
}
