import type * as z from 'zod/mini';
import type { Action } from '#core/access/access.ts';
import type { PartnerScope } from '#core/partner/partner.ts';
import type { RefusalCode } from '#core/refusal.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
type Shape = z.ZodMiniObject;

/**
 * How the answer travels. `resource`: one resource object, `null` allowed when `nullable`; `collection`: an array;
 * `empty`: no body (204); `stream`: text/event-stream; `file`: bytes of the given media type; of several, each answer says which.
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
      /** Page that offers it, with the call's parameters in braces: a browser that is refused the file is led there (R75). */
      readonly page?: string;
    };

/** One call, written once: server routes, browser calls, OpenAPI and the table of all calls are derived from it (architecture 2.3). */
export interface Endpoint {
  /** camelCase, unique, the operationId. */
  readonly name: string;
  readonly summary: string;
  readonly method: Method;
  /** With `{name}` parameters: `/api/v1/orders/{id}`. */
  readonly path: string;
  /** What it is about, for the one table of who may do what (`core/access/access.ts`): asked before anything of the call is read. */
  readonly action: Action;
  /** What a key of the partner API needs to make this call (`core/partner/partner.ts`); absent: no program of a partner may. */
  readonly scope?: PartnerScope;
  readonly params?: Shape;
  /** Query parameters by the specification's own names; the standard's dialect is translated to them before this is checked. */
  readonly query?: Shape;
  /** A GET whose query may stand in a document of its own too, by the same names (spec 7): such an answer is kept by no cache. */
  readonly payload?: true;
  /** Attributes of the request document (or the bare object), or the fields of a multipart form. */
  readonly body?: Shape;
  /** Larger documents than others are taken by this call, in bytes. */
  readonly maxBytes?: number;
  /** Resource type a request document must name; defaults to the reply's type. */
  readonly bodyType?: string;
  /** Present on upload calls: the multipart file parts by name, with their limit. */
  readonly files?: Readonly<Record<string, { readonly required: boolean; readonly maxBytes: number }>>;
  readonly reply: Reply;
  /** What this call may refuse beyond what every call may (validation, media types, limits, idempotency). */
  readonly refusals: readonly RefusalCode[];
  /** `public`: cacheable with ETag, same for everybody; `private` (default): `no-store`. */
  readonly cache?: 'public' | 'private';
  /** How long a public answer is as good as a new one, for caches on the way; none: it is asked for again each time. */
  readonly maxAgeSeconds?: number;
  /** `calculation`: an unsafe method without effect: no transaction, no idempotency key. `command` (default for unsafe methods): runs in one transaction, takes `Idempotency-Key`. */
  readonly effect?: 'calculation' | 'command';
  /** `page`: an unsafe call that a page makes by itself; nobody is awake because of it. */
  readonly by?: 'page';
  /** Includable relationships by name -> resource type and attributes. */
  readonly include?: Readonly<Record<string, { readonly type: string; readonly attributes: Shape }>>;
}

/** Keeps the literal types of an endpoint description. */
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
