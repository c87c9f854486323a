import { createHash } from 'node:crypto';
import * as z from 'zod';
import { canonicalJson } from '#core/text/canonical-json.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';

/**
 * The secret part of a proposal: stored encrypted beside the proposal's text and bound to it by the digest that the text contains. A
 * key rotation re-encrypts it.
 */
export interface SealedPart {
  readonly sealed: Buffer;
  readonly digest: string;
  /** Keyed fingerprint of the values; unlike the digest it is equal for equal values, so it detects an open duplicate. */
  readonly fingerprint: string;
}

const Text = z.object({ salt: z.string(), values: z.record(z.string(), z.string()) });

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The digest is not keyed, so it survives a key rotation; a random salt keeps short values from being guessed. */
export function sealPart(deps: Pick<Deps, 'secrets' | 'random'>, values: RequisiteValues): SealedPart {
  const text = canonicalJson({ salt: deps.random.uuid(), values } satisfies z.input<typeof Text>);
  return {
    sealed: deps.secrets.seal(text),
    digest: digestOf(text),
    fingerprint: deps.secrets.fingerprint(canonicalJson(values)).toString('hex'),
  };
}

function unsealed({ secrets }: Pick<Deps, 'secrets'>, sealed: Buffer): string | undefined {
  try {
    return secrets.unseal(sealed);
  } catch {
    return undefined;
  }
}

/** Decrypts the values if a known key opens them and they match the digest. */
export function openPart(
  deps: Pick<Deps, 'secrets'>,
  part: { readonly sealed: Buffer | null; readonly digest: string },
): Result<RequisiteValues, 'approval_conflict'> {
  const text = part.sealed === null ? undefined : unsealed(deps, part.sealed);
  if (text === undefined) return refuse({ code: 'approval_conflict', message: 'approval_unreadable' });
  if (digestOf(text) !== part.digest) return refuse({ code: 'approval_conflict', message: 'approval_changed' });
  return accept(Text.parse(JSON.parse(text)).values);
}
