import type { Action, PERSONAL_ACTIONS, PersonalAction, OperatorRole } from '#core/access.ts';
import type { Locale } from '#core/locale.ts';
import type { KeyMode, PartnerScope, Quotas } from '#core/partner.ts';
import type { Result } from '#core/result.ts';
import type { Instant } from '#core/time.ts';
import type { Resource } from '#contract/document.ts';
import type { AttributesOf, BodyOf, Endpoint, ParamsOf, QueryOf, RefusalOf } from '#contract/endpoint.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Start } from '#server/platform/db/keyset.ts';
import type { PageOf } from './any-reply.ts';

interface Known {
  readonly userId: string;
  readonly sessionId: string;
  readonly role: string;
  readonly email: string;
}

/** The password was right, the second factor is still to come: a guest to everything but that. */
interface HalfOpen extends Known {
  readonly kind: 'half_open';
  readonly needs: 'factor' | 'enrolment';
}

/** Somebody signed in. */
export interface SignedIn extends Known {
  readonly kind: 'user';
  readonly hasVerifiedEmail: boolean;
  /** When he last gave his second factor; absent when he has none. */
  readonly factorGivenAt?: Instant;
  /** When he last proved who he is, in whatever way he has; absent: never, as far as this session knows. */
  readonly provedAt?: Instant;
}

/** Somebody of the office, signed in. */
export interface SignedInOperator extends SignedIn {
  readonly role: OperatorRole;
}

/** A program of a partner, by the signature of its call (`server/partners`). */
export interface SignedPartner {
  readonly kind: 'partner';
  /** The account that the key is of. */
  readonly userId: string;
  readonly keyId: string;
  readonly mode: KeyMode;
  readonly scopes: readonly PartnerScope[];
  /** What he may, his own numbers or everybody's. */
  readonly quotas: Quotas;
}

/** Who calls. Ownership is checked in queries with these values; a foreign id is a 404. */
export type Visitor = { readonly kind: 'guest' } | HalfOpen | SignedIn | SignedPartner;

/** Whoever may make a call that asks for somebody signed in, a partner's program where the endpoint has a scope. */
type SignedWho<E extends Endpoint> = E extends { readonly scope: PartnerScope } ? SignedPartner : never;

interface ByStanding {
  readonly visitor: Visitor;
  readonly half_open: HalfOpen | SignedIn;
  readonly signed_in: SignedIn;
  readonly verified: SignedIn;
}

/** Who is left of all visitors once the table of `core/access.ts` has let him do this. */
export type VisitorWho<A extends Action> = A extends PersonalAction ? ByStanding[(typeof PERSONAL_ACTIONS)[A]] : SignedInOperator;

export interface UploadedFile {
  readonly fileName: string;
  readonly bytes: Buffer;
}

export interface Call<E extends Endpoint> {
  readonly params: ParamsOf<E>;
  readonly query: QueryOf<E>;
  readonly body: BodyOf<E>;
  /** Where the page of a list goes on by a cursor. */
  readonly from: Start | undefined;
  readonly files: Readonly<Record<string, UploadedFile>>;
  readonly locale: Locale;
  readonly visitor: VisitorWho<E['action']> | SignedWho<E>;
  /** A guest's key to one thing, from the header that `GuestKeys` names. */
  readonly guestToken: string | undefined;
  /** Things whose keys the guest's browser holds (it cannot send headers with streams and downloads), newest first. */
  readonly heldIds: readonly string[];
  /** What a guest's browser is known by, undefined for a client without cookies. */
  readonly guestKey: string | undefined;
  /** The real peer (trusted proxies resolved). */
  readonly ip: string;
  readonly requestId: string;
  readonly header: (name: string) => string | undefined;
  /** Aborted when the client goes away; for streams. */
  readonly signal: AbortSignal;
}

/** A command runs in the one transaction that also keeps its idempotency key: a refusal rolls everything back. */
export interface Command<E extends Endpoint> extends Call<E> {
  readonly tx: Tx;
}

/** A command before its transaction. */
export type PreparedCall<E extends Endpoint> = Call<E> & {
  /** Names the call where its answer is kept by an idempotency key: only its true repetition has the same name. */
  readonly repetition?: string | undefined;
};

export interface ServerEvent {
  readonly id: string;
  readonly event: string;
  readonly data: unknown;
}

interface Extras {
  readonly included?: readonly Resource[];
  readonly meta?: Readonly<Record<string, unknown>>;
  readonly headers?: Readonly<Record<string, string>>;
  /** `Set-Cookie` lines. */
  readonly cookies?: readonly string[];
}

export type ReplyOf<E extends Endpoint> = E['reply'] extends { kind: 'resource' }
  ? { readonly data: Resource<AttributesOf<E>> | (E['reply'] extends { nullable: true } ? null : never) } & Extras
  : E['reply'] extends { kind: 'collection' }
    ? {
        readonly data: readonly Resource<AttributesOf<E>>[];
        readonly page?: PageOf;
      } & Extras
    : E['reply'] extends { kind: 'stream' }
      ? { readonly events: AsyncIterable<ServerEvent> }
      : E['reply'] extends { kind: 'file' }
        ? {
            readonly bytes: Buffer;
            readonly fileName: string;
            readonly disposition: 'inline' | 'attachment';
          } & (E['reply'] extends { readonly mediaType: string } ? unknown : { readonly mediaType: string })
        : Pick<Extras, 'headers' | 'cookies'>;

/** Commands get a transaction; reads and calculations do not. */
export type CallOf<E extends Endpoint> = E['method'] extends 'GET' ? Call<E> : E extends { effect: 'calculation' } ? Call<E> : Command<E>;

export type Handler<E extends Endpoint> = (call: CallOf<E>) => Promise<Result<ReplyOf<E>, RefusalOf<E>>>;

export interface Route {
  readonly endpoint: Endpoint;
  /** Runs before the transaction of a command; the command finds its value as `prepared`. */
  readonly prepare?: (call: never) => Promise<Result<unknown>>;
  readonly handle: (call: never) => Promise<Result<unknown>>;
}

/** Binds a handler to an endpoint object: a wrong reply or an undeclared refusal does not compile. */
export const route = <const E extends Endpoint>(endpoint: E, handler: Handler<E>): Route => ({
  endpoint,
  handle: handler,
});

/**
 * Binds a command whose work with the outside comes before its transaction, so that no connection and no lock waits for another
 * server. `prepare` runs again with a repeated key: it refuses only what it would have refused the first time.
 */
export const routeAfter = <const E extends Endpoint, P>(
  endpoint: E,
  prepare: (call: PreparedCall<E>) => Promise<Result<P, RefusalOf<E>>>,
  handler: (call: Command<E> & { readonly prepared: P }) => ReturnType<Handler<E>>,
): Route => ({ endpoint, prepare, handle: handler });
