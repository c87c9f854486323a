import * as z from 'zod';
import { PayoutLimitsJson } from '#contract/office/money/limits.ts';
import { DEFAULT_PAYOUT_LIMITS, isTighter, type PayoutLimits, tightenedEverywhere } from '#core/payout/payout-limits.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { LIMITS_CHANNEL, readLimits, writeLimits } from './limits.ts';

/** Subject of all proposals: a shop has one set of limits. */
const SUBJECT = 'shop';

const Payload = z.object({ version: z.number(), before: z.unknown(), after: PayoutLimitsJson });

type ChangeRefusal = 'approval_conflict' | 'edit_conflict' | 'required' | 'invalid_format' | 'not_found';

export interface ChangeLimitsInput {
  readonly limits: PayoutLimits;
  /** The version the edit started from. */
  readonly version: number;
  readonly note: string;
  readonly operatorId: string;
}

function checkLimits({ catalogue }: Pick<Deps, 'catalogue'>, { limits, note }: ChangeLimitsInput): Result<null, ChangeRefusal> {
  if (note === '') return refuse({ code: 'required', field: 'note' });
  if (limits.secondUsd < limits.firstUsd) return refuse({ code: 'invalid_format', field: 'limits/secondUsd', message: 'limits_order' });
  for (const [code, override] of Object.entries(limits.systems)) {
    if (catalogue.paymentSystem(code) === undefined) return refuse({ code: 'not_found', field: `limits/systems/${code}` });
    if (override.secondUsd < override.firstUsd)
      return refuse({ code: 'invalid_format', field: `limits/systems/${code}/secondUsd`, message: 'limits_order' });
  }
  const wallets = new Set(catalogue.paymentSystems().flatMap(({ incomeWallet, outcomeWallet }) => [incomeWallet, outcomeWallet]));
  const unknownWallet = Object.keys(limits.wallets).find((wallet) => !wallets.has(wallet));
  return unknownWallet === undefined ? accept(null) : refuse({ code: 'not_found', field: `limits/wallets/${unknownWallet}` });
}

/**
 * Changes the payout limits (domain 11). Tighter limits, also of systems and wallets, apply at once, for emergencies. Any other change is
 * proposed to another owner, or takes effect after a day if there is none.
 */
export async function changeLimits(
  deps: Pick<Deps, 'catalogue' | 'random' | 'secrets' | 'clock' | 'live'>,
  tx: Tx,
  change: ChangeLimitsInput,
): Promise<Result<{ approvalId: string | null }, ChangeRefusal>> {
  const checked = checkLimits(deps, change);
  if (!checked.ok) return checked;
  const { limits, version, note, operatorId } = change;
  const current = await readLimits(tx);
  const before = current?.value ?? DEFAULT_PAYOUT_LIMITS;
  if ((current?.version ?? 0) !== version) return refuse({ code: 'edit_conflict' });
  if (!isTighter(limits, before)) {
    const payload = { version, before, after: limits };
    return await propose(deps, tx, { kind: 'change_caps', subject: SUBJECT, payload, note, operatorId });
  }
  const after = tightenedEverywhere(limits, before);
  if (!(await writeLimits(tx, { value: after, version, setBy: operatorId }))) return refuse({ code: 'edit_conflict' });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: 'limits.tighten',
    subjectType: 'limits',
    subjectId: SUBJECT,
    detail: { version, before, after, note },
  });
  await deps.live.notify(tx, LIMITS_CHANNEL, SUBJECT);
  return accept({ approvalId: null });
}

/** Applies a change approved by a second owner, or after a day. Refuses if the limits changed since the proposal. */
export const executeChangeLimits: Executor = async (deps, tx, { payload, proposedBy }) => {
  const { after, version } = Payload.parse(payload);
  const isSaved = await writeLimits(tx, { value: after, version, setBy: proposedBy });
  if (!isSaved) return refuse({ code: 'approval_conflict', message: 'approval_changed' });
  await deps.live.notify(tx, LIMITS_CHANNEL, SUBJECT);
  return accept(null);
};

/** Whether the limits have changed since the proposal. */
export const isLimitsChangeOutdated = async (_deps: unknown, tx: Tx, { payload }: { readonly payload: unknown }): Promise<boolean> =>
  ((await readLimits(tx))?.version ?? 0) !== Payload.parse(payload).version;
