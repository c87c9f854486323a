import type * as z from 'zod/mini';
import type { Action } from '#core/access/access.ts';
import type { PartnerScope } from '#core/partner/partner.ts';
import type { RefusalCode } from '#core/refusal.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Shape = z.ZodMiniObject;

/**
 * Shape of the response. `resource`: one resource object, or `null` if `nullable`; `collection`: an array; `empty`: no body (204); `stream`:
 * text/event-stream; `file`: bytes, of one of the media types.
 */
export type Reply =
  | {
      readonly kind: 'resource';
      readonly type: string;
      readonly attributes: Shape;
      readonly status: 200 | 201 | 202;
      readonly nullable?: true;
      readonly meta?: Shape;
    }
  | { readonly kind: 'collection'; readonly type: string; readonly attributes: Shape; readonly paged?: true; readonly meta?: Shape }
  | { readonly kind: 'empty'; readonly status: 202 | 204 }
  | { readonly kind: 'stream' }
  | {
      readonly kind: 'file';
      readonly mediaType: string | readonly string[];
      /** Page that offers the file, with the call's parameters in braces: a browser whose download is refused is redirected there (R75). */
      readonly page?: string;
    };

/** One call. Server routes, browser calls, OpenAPI and the table of calls are derived from it (architecture 2.3). */
export interface Endpoint {
  /** camelCase, unique, the operationId. */
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  /** With `{name}` parameters: `/api/v1/orders/{id}`. */
  readonly path: string;
  /** Action in the access table (`core/access/access.ts`); checked before the request is read. */
  readonly action: Action;
  /** Scope that a partner API key needs for this call (`core/partner/partner.ts`); absent: not in the partner API. */
  readonly scope?: PartnerScope;
  readonly params?: Shape;
  /** Query parameters by the specification's names; JSON:API parameters are translated to them before validation. */
  readonly query?: Shape;
  /** A GET that also accepts its query as a document, by the same names (spec 7); such responses are not cached. */
  readonly payload?: true;
  /** Attributes of the request document (or the bare object), or fields of a multipart form. */
  readonly body?: Shape;
  /** Maximum document size, bytes, where it exceeds the default. */
  readonly maxBytes?: number;
  /** Resource type of request documents; default: the reply's type. */
  readonly bodyType?: string;
  /** Upload calls: multipart file parts by name, with their limits. */
  readonly files?: Readonly<Record<string, { readonly required: boolean; readonly maxBytes: number }>>;
  readonly reply: Reply;
  /** Refusals of this call besides the general ones (validation, media types, limits, idempotency). */
  readonly refusals: readonly RefusalCode[];
  /** `public`: cacheable with ETag, equal for all callers; `private` (default): `no-store`. */
  readonly cache?: 'public' | 'private';
  /** `max-age` of a public response, seconds; absent: revalidated on each request. */
  readonly maxAgeSeconds?: number;
  /**
   * `calculation`: an unsafe method without a transaction or idempotency key. `command` (default for unsafe methods): one transaction, takes
   * `Idempotency-Key`.
   */
  readonly effect?: 'calculation' | 'command';
  /** `page`: sent by a page without user action, so it does not count as activity of the session. */
  readonly by?: 'page';
  /** Includable relationships by name -> resource type and attributes. */
  readonly include?: Readonly<Record<string, { readonly type: string; readonly attributes: Shape }>>;
}

/** Preserves the literal types of an endpoint. */
export const endpoint = <const E extends Endpoint>(description: E): E => description;

type Output<S> = S extends Shape ? z.output<S> : Record<never, never>;
type Input<S> = S extends Shape ? z.input<S> : Record<never, never>;

export type ParamsOf<E extends Endpoint> = Output<E['params']>;
export type QueryOf<E extends Endpoint> = Output<E['query']>;
export type BodyOf<E extends Endpoint> = Output<E['body']>;
export type BodyInputOf<E extends Endpoint> = Input<E['body']>;
export type QueryInputOf<E extends Endpoint> = Input<E['query']>;
export type AttributesOf<E extends Endpoint> = E['reply'] extends { readonly attributes: infer S } ? Output<S> : never;
export type RefusalOf<E extends Endpoint> = E['refusals'][number];
