import * as z from 'zod';
import { PayoutLimitsJson } from '#contract/office-limits.ts';
import { FIRST_LIMITS, isTighter, type PayoutLimits, tightenedEverywhere } from '#core/limits.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import type { Deps } from '#server/deps.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { LIMITS_CHANNEL } from './limits.ts';
import { readLimits, writeLimits } from './store.ts';

/** The limits of a shop are one thing: its proposals are all about it. */
const SUBJECT = 'shop';

const Payload = z.object({ version: z.number(), before: z.unknown(), after: PayoutLimitsJson });

type ChangeRefusal = 'approval_conflict' | 'edit_conflict' | 'required' | 'invalid_format' | 'not_found';

export interface LimitsChange {
  readonly limits: PayoutLimits;
  /** The version it was read at. */
  readonly version: number;
  readonly note: string;
  readonly operatorId: string;
}

function check({ catalogue }: Pick<Deps, 'catalogue'>, { limits, note }: LimitsChange): Result<null, ChangeRefusal> {
  if (note === '') return refuse({ code: 'required', field: 'note' });
  if (limits.secondUsd < limits.firstUsd) return refuse({ code: 'invalid_format', field: 'limits/secondUsd', message: 'limits_order' });
  for (const [code, own] of Object.entries(limits.systems)) {
    if (catalogue.paymentSystem(code) === undefined) return refuse({ code: 'not_found', field: `limits/systems/${code}` });
    if (own.secondUsd < own.firstUsd)
      return refuse({ code: 'invalid_format', field: `limits/systems/${code}/secondUsd`, message: 'limits_order' });
  }
  const wallets = new Set(catalogue.paymentSystems().flatMap(({ incomeWallet, outcomeWallet }) => [incomeWallet, outcomeWallet]));
  const unknown = Object.keys(limits.wallets).find((wallet) => !wallets.has(wallet));
  return unknown === undefined ? accept(null) : refuse({ code: 'not_found', field: `limits/wallets/${unknown}` });
}

/**
 * What is tighter holds at once and everywhere, also over entries of systems and wallets: in an emergency nobody waits. Anything else is another owner's to approve, and where there is none it
 * takes effect after a day (domain 11): `approvalId`.
 */
export async function changeLimits(
  deps: Pick<Deps, 'catalogue' | 'random' | 'secrets' | 'clock' | 'live'>,
  tx: Tx,
  change: LimitsChange,
): Promise<Result<{ approvalId: string | null }, ChangeRefusal>> {
  const checked = check(deps, change);
  if (!checked.ok) return checked;
  const { limits, version, note, operatorId } = change;
  const present = await readLimits(tx);
  const before = present?.value ?? FIRST_LIMITS;
  if ((present?.version ?? 0) !== version) return refuse({ code: 'edit_conflict' });
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

/** The limits that two owners have agreed on, or a day has let stand. Refused where they were changed meanwhile. */
export const executeChangeLimits: Executor = async (deps, tx, { payload, proposedBy }) => {
  const { after, version } = Payload.parse(payload);
  const isWritten = await writeLimits(tx, { value: after, version, setBy: proposedBy });
  if (!isWritten) return refuse({ code: 'approval_conflict', message: 'approval_changed' });
  await deps.live.notify(tx, LIMITS_CHANNEL, SUBJECT);
  return accept(null);
};

/** Somebody has changed them since: what was proposed was another change. */
export const isLimitsChangeOver = async (_deps: unknown, tx: Tx, { payload }: { readonly payload: unknown }): Promise<boolean> =>
  ((await readLimits(tx))?.version ?? 0) !== Payload.parse(payload).version;
