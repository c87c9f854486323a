import * as z from 'zod';
import { percentOfPpm } from '#core/money/percent.ts';
import { MAX_SHARE_ALONE_PPM } from '#core/partner/partner.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { isPartner } from './queries.ts';
import { insertShare } from './office-store.ts';

const Payload = z.object({ partner_id: z.string(), share_ppm: z.number().int().min(0).max(1_000_000), since: z.string() });

export interface ShareInput {
  readonly partnerId: string;
  readonly sharePpm: number;
  readonly since: number;
  readonly note: string;
  readonly operatorId: string;
}

/** Sets a partner's share from a time on. A share above `MAX_SHARE_ALONE_PPM` waits for a second person: `approvalId`. */
export async function agreeShare(
  deps: Pick<Deps, 'random' | 'clock' | 'secrets' | 'live'>,
  tx: Tx,
  { partnerId, sharePpm, since, note, operatorId }: ShareInput,
): Promise<Result<{ approvalId: string | null }, 'approval_conflict'>> {
  const at = new Date(deps.clock.now());
  if (sharePpm > MAX_SHARE_ALONE_PPM) {
    const payload = {
      partner_id: partnerId,
      share_ppm: sharePpm,
      share_percent: percentOfPpm(sharePpm),
      since: new Date(since).toISOString(),
    };
    const duplicateKey = { partner_id: partnerId, share_ppm: sharePpm, since: since <= at.getTime() ? null : since };
    return await propose(deps, tx, { kind: 'agree_share', subject: partnerId, payload, note, operatorId, duplicateKey });
  }
  await insertShare(tx, {
    id: deps.random.uuid(),
    userId: partnerId,
    since: new Date(since),
    sharePpm,
    setBy: operatorId,
    reason: note,
    at,
  });
  const detail = { share_percent: percentOfPpm(sharePpm), since: new Date(since).toISOString(), note };
  await recordAudit(deps, tx, { actorId: operatorId, action: 'partner.agree_share', subjectType: 'user', subjectId: partnerId, detail });
  return accept({ approvalId: null });
}

/** Applies an approved share from its agreed time, or from now when that has passed. */
export const executeAgreeShare: Executor = async (deps, tx, { payload, note, proposedBy }) => {
  const { partner_id: userId, share_ppm: sharePpm, since } = Payload.parse(payload);
  if (!(await isPartner(tx, userId))) return refuse({ code: 'not_found' });
  const at = new Date(deps.clock.now());
  const from = new Date(Math.max(Date.parse(since), at.getTime()));
  await insertShare(tx, { id: deps.random.uuid(), userId, since: from, sharePpm, setBy: proposedBy, reason: note, at });
  return accept(null);
};
