import { nextStates, type BusinessRequestState } from '#core/customer/business-request.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { queueNews } from '#server/mails/queue-news.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { BUSINESS_MAIL } from './request-payments.ts';
import { findRequest, saveDecision } from './store.ts';

export interface DecideRequestInput {
  readonly id: string;
  /** Undefined if only the note changes. */
  readonly state: BusinessRequestState | undefined;
  readonly reason: string | null;
  readonly note: string | null;
  readonly version: number;
  readonly operatorId: string;
}

/**
 * Changes the state or the note of a request. The merchant is mailed about a decision. Refused if the request was changed since it was
 * read.
 */
export async function decideRequest(
  deps: Pick<Deps, 'clock' | 'random' | 'secrets'>,
  tx: Tx,
  input: DecideRequestInput,
): Promise<Result<null, 'required' | 'not_found' | 'edit_conflict' | 'order_state_conflict'>> {
  const { id, version, operatorId } = input;
  const before = await findRequest(tx, id);
  if (before === undefined) return refuse({ code: 'not_found' });
  if (before.version !== version) return refuse({ code: 'edit_conflict' });
  const state = input.state ?? before.state;
  if (state !== before.state && !nextStates(before.state).includes(state))
    return refuse({ code: 'order_state_conflict', message: 'business_state' });
  if (state === 'declined' && state !== before.state && input.reason === null) return refuse({ code: 'required', field: 'reason' });
  const now = deps.clock.now();
  const reason = state === before.state ? before.reason : input.reason;
  const note = input.note ?? before.note;
  if ((await saveDecision(tx, { id, version, state, reason, note, operatorId, now })) === 0) return refuse({ code: 'edit_conflict' });
  await recordAudit(deps, tx, {
    actorId: operatorId,
    action: state === before.state ? 'business_request.note' : `business_request.${state}`,
    subjectType: 'business_request',
    subjectId: id,
    detail: { from: before.state, to: state, reason, note },
  });
  if (state !== before.state && (state === 'approved' || state === 'declined')) {
    const news = { kind: BUSINESS_MAIL, subject: id, recipient: before.email, version: version + 1, topic: state, isPaid: false };
    await queueNews(tx, { ...news, changedAt: now, dueAt: now });
  }
  return accept(null);
}
