import type { Readable } from 'node:stream';
import type { Action, PERSONAL_ACTIONS, PersonalAction, OperatorRole } from '#core/access/access.ts';
import type { Locale } from '#core/locale.ts';
import type { KeyMode, PartnerScope, Quotas } from '#core/partner/partner.ts';
import type { Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import type { Resource } from '#contract/document.ts';
import type { AttributesOf, BodyOf, Endpoint, ParamsOf, QueryOf, RefusalOf } from '#contract/endpoint.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { PageStart } from '#server/platform/db/list-page.ts';
import type { PageInfo } from './data-document.ts';

interface SessionVisitor {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: string;
  readonly email: string;
}

/** Password accepted, second factor still missing: treated as a guest except for that step. */
interface HalfOpen extends SessionVisitor {
  readonly kind: 'half_open';
  readonly needs: 'factor' | 'enrolment';
}

/** A signed-in user. */
export interface SignedIn extends SessionVisitor {
  readonly kind: 'user';
  readonly hasVerifiedEmail: boolean;
  /** When the user last gave the second factor; absent without one. */
  readonly factorGivenAt?: Instant;
  /** When the user last confirmed their identity in any way; absent: never in this session. */
  readonly provedAt?: Instant;
}

/** A signed-in operator. */
export interface SignedInOperator extends SignedIn {
  readonly role: OperatorRole;
}

/** A partner's program, authenticated by the signature of its call (`server/partners`). */
export interface SignedPartner {
  readonly kind: 'partner';
  /** The account that owns the key. */
  readonly userId: string;
  readonly keyId: string;
  readonly mode: KeyMode;
  readonly scopes: readonly PartnerScope[];
  /** The partner's own quotas, or the default ones. */
  readonly quotas: Quotas;
}

/** Who makes a call. Queries check ownership with these values; an id of another owner is a 404. */
export type Visitor = { readonly kind: 'guest' } | HalfOpen | SignedIn | SignedPartner;

/** A partner's program, where the endpoint has a scope. */
type AllowedPartner<E extends Endpoint> = E extends { readonly scope: PartnerScope } ? SignedPartner : never;

interface VisitorByRequirement {
  readonly visitor: Visitor;
  readonly half_open: HalfOpen | SignedIn;
  readonly signed_in: SignedIn;
  readonly verified: SignedIn;
}

/** The visitors that the access table of `core/access/access.ts` allows to do an action. */
export type AllowedVisitor<A extends Action> = A extends PersonalAction
  ? VisitorByRequirement[(typeof PERSONAL_ACTIONS)[A]]
  : SignedInOperator;

export interface UploadedFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Where a list page starts, when called with a cursor. */
  readonly from: PageStart | undefined;
  readonly files: Readonly<Record<string, UploadedFile>>;
  readonly locale: Locale;
  readonly visitor: AllowedVisitor<E['action']> | AllowedPartner<E>;
  /** A guest's token for one item, from the header named by `GuestKeys`. */
  readonly guestToken: string | undefined;
  /** Items that the guest's browser may open (streams and downloads cannot send a header), newest first. */
  readonly guestItemIds: readonly string[];
  /** Key of the guest's browser, undefined for a client without cookies. */
  readonly guestKey: string | undefined;
  /** Address of the client behind trusted proxies. */
  readonly ip: string;
  readonly requestId: string;
  /** HEAD: the response has no body. A file is not disclosed then, so that its view is not recorded and nothing is used up. */
  readonly isHead: boolean;
  readonly header: (name: string) => string | undefined;
  /** Aborted when the client disconnects; for streams. */
  readonly signal: AbortSignal;
}

/** A command runs in the transaction that also stores its idempotency key: a refusal rolls back both. */
export interface Command<E extends Endpoint> extends Call<E> {
  readonly tx: Tx;
}

/** A command before its transaction. */
export type PreparedCall<E extends Endpoint> = Call<E> & {
  /** Identifies the call by its idempotency key; only a true repetition has the same value. */
  readonly repetition?: string | undefined;
};

export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

interface ReplyExtras {
  readonly included?: readonly Resource[];
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** `Set-Cookie` lines. */
  readonly cookies?: readonly string[];
}

export type ReplyOf<E extends Endpoint> = E['reply'] extends { kind: 'resource' }
  ? { readonly data: Resource<AttributesOf<E>> | (E['reply'] extends { nullable: true } ? null : never) } & ReplyExtras
  : E['reply'] extends { kind: 'collection' }
    ? {
        readonly data: readonly Resource<AttributesOf<E>>[];
        readonly page?: PageInfo;
      } & ReplyExtras
    : E['reply'] extends { kind: 'stream' }
      ? { readonly events: AsyncIterable<ServerEvent> }
      : E['reply'] extends { kind: 'file' }
        ? {
            /** A stream is read while it is sent. */
            readonly bytes: Buffer | Readable;
            readonly fileName: string;
            readonly disposition: 'inline' | 'attachment';
          } & (E['reply'] extends { readonly mediaType: string } ? unknown : { readonly mediaType: string })
        : Pick<ReplyExtras, 'headers' | 'cookies'>;

/** Commands get a transaction; reads and calculations do not. */
export type CallOf<E extends Endpoint> = E['method'] extends 'GET' ? Call<E> : E extends { effect: 'calculation' } ? Call<E> : Command<E>;

export type Handler<E extends Endpoint> = (call: CallOf<E>) => Promise<Result<ReplyOf<E>, RefusalOf<E>>>;

export interface Route {
  readonly endpoint: Endpoint;
  /** Runs before the command's transaction; its result is `prepared` in the command. */
  readonly prepare?: (call: never) => Promise<Result<unknown>>;
  readonly handle: (call: never) => Promise<Result<unknown>>;
}

/** Binds a handler to an endpoint: a wrong reply or an undeclared refusal does not compile. */
export const route = <const E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  handle: handler,
});

/**
 * A command that calls other services before its transaction: no connection or lock waits for them. `prepare` runs again for a repeated
 * key and must not then refuse.
 */
export const routeAfter = <const E extends Endpoint, P>(
  endpoint: E,
  prepare: (call: PreparedCall<E>) => Promise<Result<P, RefusalOf<E>>>,
  handler: (call: Command<E> & { readonly prepared: P }) => ReturnType<Handler<E>>,
): Route => ({ endpoint, prepare, handle: handler });
