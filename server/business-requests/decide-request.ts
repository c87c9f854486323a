import { nextStates, type BusinessRequestState } from '#core/business-request.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { noteNews } from '#server/mails/note-news.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { BUSINESS_LETTER } from './ask-for-payments.ts';
import { findRequest, saveDecision } from './store.ts';

export interface WantedDecision {
  readonly id: string;
  /** Undefined: its note alone is changed. */
  readonly state: BusinessRequestState | undefined;
  readonly reason: string | null;
  readonly note: string | null;
  readonly version: number;
  readonly operatorId: string;
}

/** Brings a request on, told to its merchant where it is a decision. Refused where somebody else has acted since it was read. */
export async function decideRequest(
  deps: Pick<Deps, 'clock' | 'random' | 'secrets'>,
  tx: Tx,
  wanted: WantedDecision,
): Promise<Result<null, 'required' | 'not_found' | 'edit_conflict' | 'order_state_conflict'>> {
  const { id, version, operatorId } = wanted;
  const before = await findRequest(tx, id);
  if (before === undefined) return refuse({ code: 'not_found' });
  if (before.version !== version) return refuse({ code: 'edit_conflict' });
  const state = wanted.state ?? before.state;
  if (state !== before.state && !nextStates(before.state).includes(state))
    return refuse({ code: 'order_state_conflict', message: 'business_state' });
  if (state === 'declined' && state !== before.state && wanted.reason === null) return refuse({ code: 'required', field: 'reason' });
  const now = deps.clock.now();
  const reason = state === before.state ? before.reason : wanted.reason;
  const note = wanted.note ?? before.note;
  if ((await saveDecision(tx, { id, version, state, reason, note, operatorId, now })) === 0) return refuse({ code: 'edit_conflict' });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: state === before.state ? 'business_request.note' : `business_request.${state}`,
    subjectType: 'business_request',
    subjectId: id,
    detail: { from: before.state, to: state, reason, note },
  });
  if (state !== before.state && (state === 'approved' || state === 'declined')) {
    const news = { kind: BUSINESS_LETTER, subject: id, recipient: before.email, version: version + 1, topic: state, isPaid: false };
    await noteNews(tx, { ...news, changedAt: now, dueAt: now });
  }
  return accept(null);
}
