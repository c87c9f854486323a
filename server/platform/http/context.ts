import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import type { ResourceUrl } from './data-document.ts';
import type { ErrorContext } from './refusal.ts';
import type { EventStreams } from './events.ts';
import type { UploadBudget } from './uploads.ts';
import type { GuestCookies } from './guest-cookies.ts';
import type { RateLimits } from './rate-limits.ts';
import type { ForwardToSandbox, AuthenticateSigned } from './signed-call.ts';
import type { CachePublic } from './public-cache.ts';
import type { Visitor } from './route.ts';

/** Finds the visitor of a request. Sessions and roles belong to modules; the platform uses only this. */
export interface Authenticator {
  /**
   * The visitor of a session cookie; a guest when the session is unknown or expired. `isUserAction`: not an automatic request of an open
   * page.
   */
  authenticate(sessionToken: string, options: { readonly isUserAction: boolean }): Promise<Visitor>;
}

/** What answering a request takes; built once. */
export interface HttpContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly errorContext: ErrorContext;
  readonly authenticator: Authenticator;
  readonly authenticateSigned: AuthenticateSigned;
  readonly limits: RateLimits;
  /** Passes calls of sandbox keys to the sandbox process; undefined: they are handled here like all others. */
  readonly forwardToSandbox?: ForwardToSandbox | undefined;
  readonly publicUrl: string;
  /** Other origins whose pages may call the API (CORS). */
  readonly apiOrigins: readonly string[];
  readonly sessionCookie: string;
  readonly guests: GuestCookies;
  /** Security headers of every response. */
  readonly headers: Readonly<Record<string, string>>;
  readonly resourceUrl: ResourceUrl;
  readonly streams: EventStreams;
  readonly uploads: UploadBudget;
  /** Deadline of a response; after it the client gets an error response. */
  readonly responseDeadlineMs: number;
  readonly cachePublic: CachePublic;
}
