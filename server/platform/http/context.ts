import type { Clock } from '#server/platform/clock.ts';
import type { Db } from '#server/platform/db/db.ts';
import type { Log } from '#server/platform/log.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import type { SelfOf } from './data-document.ts';
import type { Words } from './error-document.ts';
import type { EventStreams } from './events.ts';
import type { UploadBudget } from './upload-budget.ts';
import type { GuestCookies } from './guest-cookies.ts';
import type { RateLimits } from './rate-limits.ts';
import type { Elsewhere, SignedGate } from './signed-call.ts';
import type { createPublicCache } from './public-cache.ts';
import type { Visitor } from './route.ts';

/** Who calls, told by the features: the platform knows cookies and roles only through this. */
export interface Visitors {
  /** The visitor of a session cookie; a guest without one or with a dead one. `isDeed`: a person did something, his page did not just ask. */
  authenticate(sessionToken: string, asked: { readonly isDeed: boolean }): Promise<Visitor>;
}

/** What answering a request takes; built once. */
export interface HttpContext {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: Secrets;
  readonly log: Log;
  readonly words: Words;
  readonly visitors: Visitors;
  readonly signedGate: SignedGate;
  readonly limits: RateLimits;
  /** Answers what keys for trying ask; undefined: they are answered here like all others. */
  readonly elsewhere?: Elsewhere | undefined;
  readonly publicUrl: string;
  /** Other origins whose pages may ask the API. */
  readonly apiOrigins: readonly string[];
  readonly sessionCookie: string;
  readonly guests: GuestCookies;
  /** Security headers of every answer. */
  readonly headers: Readonly<Record<string, string>>;
  readonly selfOf: SelfOf;
  readonly streams: EventStreams;
  readonly uploads: UploadBudget;
  /** Whoever asks hears after this time at the latest, if only that something is away. */
  readonly answerMs: number;
  readonly cached: ReturnType<typeof createPublicCache>;
}
