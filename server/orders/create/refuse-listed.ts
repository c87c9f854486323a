import { admit, type AdmissionRefusal } from '#core/order/admission.ts';
import type { Refusal } from '#core/refusal.ts';
import { findBlacklisted, countRefusal } from '#server/blacklist/find-blacklisted.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import type { CheckedForm } from './check-order-form.ts';

export interface Client {
  readonly visitor: Visitor;
  readonly ip: string;
  /** SHA-256 of the browser's own key, in hex. */
  readonly device?: string | undefined;
}

/**
 * Refuses clients who match the blacklist by e-mail, requisites, device or address. The refusal does not say by which, so that
 * it does not tell them what to change.
 */
export async function refuseListed(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock' | 'log'>,
  tx: Tx,
  { checked, comer: client }: { readonly checked: CheckedForm; readonly comer: Client },
): Promise<Refusal<AdmissionRefusal> | null> {
  const { email, incomeRequisites, outcomeRequisites } = checked;
  const traces = {
    email,
    accountEmail: client.visitor.kind === 'user' ? client.visitor.email : undefined,
    requisites: [incomeRequisites.values, outcomeRequisites.values],
    device: client.device,
    peer: peerOf(client.ip),
  };
  const entries = await findBlacklisted(deps, tx, traces);
  if (entries.length > 0) countRefusal(deps, entries);
  return admit({ isBlacklisted: entries.length > 0 });
}
