import { admit, type AdmissionRefusal } from '#core/order/admission.ts';
import type { Refusal } from '#core/refusal.ts';
import { findListed, noteStopped } from '#server/blacklist/find-listed.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { peerOf } from '#server/platform/http/peer.ts';
import type { Visitor } from '#server/platform/http/route.ts';
import type { CheckedForm } from './check-order-form.ts';

export interface Comer {
  readonly visitor: Visitor;
  readonly ip: string;
  /** SHA-256 of his browser's own key, in hex. */
  readonly device?: string | undefined;
}

/** Whom the shop makes no orders with, by anything he comes with. He is not told by what: it would only tell him what to change. */
export async function refuseListed(
  deps: Pick<Deps, 'db' | 'secrets' | 'clock' | 'log'>,
  tx: Tx,
  { checked, comer }: { readonly checked: CheckedForm; readonly comer: Comer },
): Promise<Refusal<AdmissionRefusal> | null> {
  const { email, incomeRequisites, outcomeRequisites } = checked;
  const traces = {
    email,
    accountEmail: comer.visitor.kind === 'user' ? comer.visitor.email : undefined,
    requisites: [incomeRequisites.values, outcomeRequisites.values],
    device: comer.device,
    peer: peerOf(comer.ip),
  };
  const entries = await findListed(deps, tx, traces);
  if (entries.length > 0) noteStopped(deps, entries);
  return admit({ isBlacklisted: entries.length > 0 });
}
