import * as z from 'zod/mini';
import { createHash } from 'node:crypto';
import sql from 'sql-template-tag';
import { HOUR_MS } from '#core/time.ts';
import { accept } from '#core/result.ts';
import type { Clock } from '#server/platform/clock.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Secrets } from '#server/platform/secrets.ts';
import type { Answer } from './answer.ts';
import { type CallResult, refuseCall } from './refusal.ts';

const KEPT_MS = 24 * HOUR_MS;
export const IDEMPOTENCY_KEY = 'Idempotency-Key';
const REPLAYED = { 'idempotency-replayed': 'true' } as const;

export interface Repeatable {
  /** Whose key it is. */
  readonly scope: string;
  readonly key: string;
  /** SHA-256 of what is asked for. */
  readonly requestHash: Buffer;
  /** The same by the encoding of earlier releases: their kept answers are found by it for a day. */
  readonly earlierHash: Buffer;
}

type Outcome = CallResult<Answer>;
type Deps = { readonly clock: Clock; readonly secrets: Secrets };

/** Whether a header is a usable key: 1 to 255 printable ASCII characters. */
export const isIdempotencyKey = (key: string): boolean => /^[\x21-\x7e]{1,255}$/.test(key);

/** Hash over method, address and attributes (files by their bytes), so that a key is bound to one request. */
export function requestHash(parts: readonly (string | Buffer)[]): Buffer {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:`).update(part);
  return hash.digest();
}

/** Names a call by whose it is, its key and what it asks for: only its true repetition has the same name. */
export const repetitionOf = ({ scope, key, requestHash: hash }: Repeatable): string =>
  requestHash([scope, key, hash]).toString('base64url');

const Row = z.object({
  request_hash: z.instanceof(Buffer),
  status: z.number(),
  response_sealed: z.instanceof(Buffer),
});
type Row = z.output<typeof Row>;

/** The kept answer of a key in its own words; undefined when the key is new. */
async function earlier(
  { secrets }: Deps,
  tx: Tx,
  { scope, key, requestHash: hash, earlierHash }: Repeatable,
): Promise<Outcome | undefined> {
  const row = await tx.maybe(
    Row,
    sql`select request_hash, status, response_sealed from idempotency_keys where scope = ${scope} and key = ${key}`,
  );
  if (row === undefined) return undefined;
  if (!row.request_hash.equals(hash) && !row.request_hash.equals(earlierHash))
    return refuseCall({ code: 'idempotency_conflict', header: IDEMPOTENCY_KEY });
  const { headers, body } = JSON.parse(secrets.unseal(row.response_sealed)) as Pick<Answer, 'headers'> & { body: string };
  return accept({ status: row.status, headers: { ...headers, ...REPLAYED }, body });
}

interface Repetition {
  readonly request: Repeatable;
  readonly work: () => Promise<Outcome>;
}

const RepeatableRow = z.object({
  taken: z.boolean(),
});

/**
 * Runs a command under its key, in the transaction of its effect: same key and request -> the first answer again, byte for byte;
 * another request -> `idempotency_conflict`; still running elsewhere -> `in_progress`. Refusals are not kept: they roll back.
 */
export async function repeatable(deps: Deps, tx: Tx, { request, work }: Repetition): Promise<Outcome> {
  const lock = await tx.one(
    RepeatableRow,
    sql`select pg_try_advisory_xact_lock(hashtextextended(${`${request.scope} ${request.key}`}, 4)) as taken`,
  );
  if (!lock.taken) return refuseCall({ code: 'in_progress', header: IDEMPOTENCY_KEY });
  const kept = await earlier(deps, tx, request);
  if (kept !== undefined) return kept;
  const outcome = await work();
  if (!outcome.ok) return outcome;
  const { status, headers, body } = outcome.value;
  const sealed = deps.secrets.seal(JSON.stringify({ headers, body: body.toString() }));
  await tx.run(sql`
    insert into idempotency_keys (scope, key, request_hash, status, response_sealed, created_at)
    values (${request.scope}, ${request.key}, ${request.requestHash}, ${status}, ${sealed}, ${new Date(deps.clock.now())})`);
  return outcome;
}

/** Forgets keys after 24 hours; meant to run every few minutes. */
export async function purgeIdempotencyKeys({ db, clock }: { readonly db: Db; readonly clock: Clock }): Promise<void> {
  await db.run(sql`delete from idempotency_keys where created_at < ${new Date(clock.now() - KEPT_MS)}`);
}
