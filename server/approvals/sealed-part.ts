import { createHash } from 'node:crypto';
import * as z from 'zod';
import { canonicalJson } from '#core/canonical-json.ts';
import type { RequisiteValues } from '#core/payment-system/requisite-field.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';

/** What of a proposal is a secret: sealed beside its text, where a new key reaches it, and bound to the text by the digest in it. */
export interface SealedPart {
  readonly sealed: Buffer;
  readonly digest: string;
  /** The same for the same values, under the key alone: tells that a proposal waits already. */
  readonly same: string;
}

const Text = z.object({ salt: z.string(), values: z.record(z.string(), z.string()) });

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex');

/** The digest is no keyed hash, so that it outlives the key; sealed with a random part, it tells nothing of a short value. */
export function sealPart(deps: Pick<Deps, 'secrets' | 'random'>, values: RequisiteValues): SealedPart {
  const text = canonicalJson({ salt: deps.random.uuid(), values } satisfies z.input<typeof Text>);
  return { sealed: deps.secrets.seal(text), digest: digestOf(text), same: deps.secrets.fingerprint(canonicalJson(values)).toString('hex') };
}

function unsealed({ secrets }: Pick<Deps, 'secrets'>, sealed: Buffer): string | undefined {
  try {
    return secrets.unseal(sealed);
  } catch {
    return undefined;
  }
}

/** What was sealed, if a key of the ring still opens it and it is what the text names. */
export function openPart(
  deps: Pick<Deps, 'secrets'>,
  part: { readonly sealed: Buffer | null; readonly digest: string },
): Result<RequisiteValues, 'approval_conflict'> {
  const text = part.sealed === null ? undefined : unsealed(deps, part.sealed);
  if (text === undefined) return refuse({ code: 'approval_conflict', message: 'approval_unreadable' });
  if (digestOf(text) !== part.digest) return refuse({ code: 'approval_conflict', message: 'approval_changed' });
  return accept(Text.parse(JSON.parse(text)).values);
}
