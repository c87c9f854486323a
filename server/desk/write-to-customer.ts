import * as z from 'zod/mini';
import type { AuditAction } from '#core/audit-action.ts';
import { normaliseEmail } from '#core/requisites/email.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { writeToCustomer } from '#server/order-letters/customer-letters.ts';
import { LEASE_CHANNELS } from '#server/leases/lease.ts';
import type { Order } from '#core/order/order.ts';
import { applyTouch } from '#server/orders/move/apply-touch.ts';
import type { MoveDeps } from '#server/orders/move/reaction.ts';
import { findById, lockById } from '#server/orders/find-order.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** Signs that are no text: a letter is plain, whatever was pasted. Lines stay lines. */
const NO_TEXT = /[^\P{C}\n]/gu;
const plain = (text: string): string => text.replace(/\r\n?/g, '\n').replace(NO_TEXT, ' ').trim();

interface Deed {
  readonly orderId: string;
  readonly operatorId: string;
}

async function tell(
  deps: MoveDeps,
  tx: Tx,
  { id }: Order,
  deed: { action: AuditAction; operatorId: string; detail: Record<string, unknown> },
) {
  const { action, operatorId, detail } = deed;
  await recordAudit(deps, tx, { actorId: operatorId, action, subjectType: 'order', subjectId: id, detail });
  await deps.live.notify(tx, LEASE_CHANNELS.order, id);
}

/** Writes to the customer of an order, with its link. Whoever has the order open reads along. */
export async function sendMessage(
  deps: MoveDeps,
  tx: Tx,
  input: Deed & { readonly text: string },
): Promise<Result<null, 'not_found' | 'required'>> {
  const body = plain(input.text);
  if (body === '') return refuse({ code: 'required', field: 'text' });
  const order = await findById(tx, input.orderId);
  if (!order) return refuse({ code: 'not_found' });
  await writeToCustomer(deps, tx, { orderId: order.id, kind: 'message', body, recipient: order.email, authorId: input.operatorId });
  await tell(deps, tx, order, { action: 'order.write', operatorId: input.operatorId, detail: { note: body } });
  return accept(null);
}

const Payload = z.object({ email: z.string(), former: z.string() });

export interface LinkDeed extends Deed {
  readonly version: number;
  /** Another address than the order's; undefined: the same once more. */
  readonly email: string | undefined;
  readonly note: string;
}

type LinkRefusal = 'approval_conflict' | 'not_found' | 'required' | 'invalid_format' | 'order_state_conflict';

/** Mails the link again. To another address it goes when a second person says so: whoever has the link has the order. */
export async function resendLink(deps: MoveDeps, tx: Tx, input: LinkDeed): Promise<Result<{ approvalId: string | null }, LinkRefusal>> {
  const order = await lockById(tx, input.orderId);
  if (!order) return refuse({ code: 'not_found' });
  const { operatorId, note } = input;
  if (input.email === undefined) {
    await writeToCustomer(deps, tx, { orderId: order.id, kind: 'link', body: null, recipient: order.email, authorId: operatorId });
    await tell(deps, tx, order, { action: 'order.resend_link', operatorId, detail: note === '' ? {} : { note } });
    return accept({ approvalId: null });
  }
  const email = normaliseEmail(input.email);
  if (email === undefined) return refuse({ code: 'invalid_format', field: 'email', message: 'invalid_email' });
  if (note === '') return refuse({ code: 'required', field: 'note' });
  if (order.version !== input.version || email === order.email) return refuse({ code: 'order_state_conflict' });
  const payload = { email, former: order.email } satisfies z.input<typeof Payload>;
  return await propose(deps, tx, { kind: 'correct_email', subject: order.id, payload, note, operatorId });
}

/** The address that two people agreed on: the link goes there, and the former address is told that it no longer is the order's. */
export const executeCorrectEmail: Executor = async (deps, tx, { subject, payload, proposedBy }) => {
  const { email, former } = z.parse(Payload, payload);
  const order = await lockById(tx, subject);
  if (!order) return refuse({ code: 'not_found' });
  if (order.email !== former) return refuse({ code: 'order_state_conflict' });
  const touch = { touch: 'correct_email', by: 'operator', email } as const;
  await applyTouch(deps, tx, { order, touch, by: { actorId: proposedBy } });
  const written = { orderId: order.id, body: null, authorId: proposedBy };
  await writeToCustomer(deps, tx, { ...written, kind: 'link', recipient: email });
  await writeToCustomer(deps, tx, { ...written, kind: 'address_changed', recipient: former });
  return accept(null);
};
