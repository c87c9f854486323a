import * as z from 'zod/mini';
import type { AuditAction } from '#core/staff/audit-action.ts';
import { normaliseEmail } from '#core/requisites/email.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import type { Executor } from '#server/approvals/executor.ts';
import { propose } from '#server/approvals/propose.ts';
import { recordAudit } from '#server/operators/record-audit.ts';
import { queueCustomerMessage } from '#server/order-emails/customer-emails.ts';
import { LEASE_CHANNELS } from '#server/leases/lease.ts';
import type { Order } from '#core/order/order.ts';
import { applyTouch } from '#server/orders/move/apply-move.ts';
import type { MoveDeps } from '#server/orders/deps.ts';
import { findOrder, lockOrder } from '#server/orders/queries.ts';
import type { Tx } from '#server/platform/db/db.ts';

/** Control characters except line breaks: mails are plain text, whatever was pasted. */
const CONTROL_CHARS = /[^\P{C}\n]/gu;
const toPlainText = (text: string): string => text.replace(/\r\n?/g, '\n').replace(CONTROL_CHARS, ' ').trim();

interface MailInput {
  readonly orderId: string;
  readonly operatorId: string;
}

async function recordAction(
  deps: MoveDeps,
  tx: Tx,
  { id }: Order,
  entry: { action: AuditAction; operatorId: string; detail: Record<string, unknown> },
) {
  const { action, operatorId, detail } = entry;
  await recordAudit(deps, tx, { actorId: operatorId, action, subjectType: 'order', subjectId: id, detail });
  await deps.live.notify(tx, LEASE_CHANNELS.order, id);
}

/**
 * Mails a message to the customer of an order, with the order's link. Operators who have the order
 * open are notified.
 */
export async function sendMessage(
  deps: MoveDeps,
  tx: Tx,
  input: MailInput & { readonly text: string },
): Promise<Result<null, 'not_found' | 'required'>> {
  const body = toPlainText(input.text);
  if (body === '') return refuse({ code: 'required', field: 'text' });
  const order = await findOrder(tx, input.orderId);
  if (!order) return refuse({ code: 'not_found' });
  await queueCustomerMessage(deps, tx, { orderId: order.id, kind: 'message', body, recipient: order.email, authorId: input.operatorId });
  await recordAction(deps, tx, order, { action: 'order.write', operatorId: input.operatorId, detail: { note: body } });
  return accept(null);
}

const Payload = z.object({ email: z.string(), former: z.string() });

export interface ResendLinkInput extends MailInput {
  readonly version: number;
  /** Another address than the order's; undefined: the order's own. */
  readonly email: string | undefined;
  readonly note: string;
}

type LinkRefusal = 'approval_conflict' | 'not_found' | 'required' | 'invalid_format' | 'order_state_conflict';

/**
 * Mails the order's link again. Another address needs a second person: the link gives access to the
 * order.
 */
export async function resendLink(
  deps: MoveDeps,
  tx: Tx,
  input: ResendLinkInput,
): Promise<Result<{ approvalId: string | null }, LinkRefusal>> {
  const order = await lockOrder(tx, input.orderId);
  if (!order) return refuse({ code: 'not_found' });
  const { operatorId, note } = input;
  if (input.email === undefined) {
    await queueCustomerMessage(deps, tx, { orderId: order.id, kind: 'link', body: null, recipient: order.email, authorId: operatorId });
    await recordAction(deps, tx, order, { action: 'order.resend_link', operatorId, detail: note === '' ? {} : { note } });
    return accept({ approvalId: null });
  }
  const email = normaliseEmail(input.email);
  if (email === undefined) return refuse({ code: 'invalid_format', field: 'email', message: 'invalid_email' });
  if (note === '') return refuse({ code: 'required', field: 'note' });
  if (order.version !== input.version || email === order.email) return refuse({ code: 'order_state_conflict' });
  const payload = { email, former: order.email } satisfies z.input<typeof Payload>;
  return await propose(deps, tx, { kind: 'correct_email', subject: order.id, payload, note, operatorId });
}

/** Changes the address after approval: the new one gets the link, the former one a notice. */
export const executeCorrectEmail: Executor = async (deps, tx, { subject, payload, proposedBy }) => {
  const { email, former } = z.parse(Payload, payload);
  const order = await lockOrder(tx, subject);
  if (!order) return refuse({ code: 'not_found' });
  if (order.email !== former) return refuse({ code: 'order_state_conflict' });
  const touch = { touch: 'correct_email', by: 'operator', email } as const;
  await applyTouch(deps, tx, { order, touch, by: { actorId: proposedBy } });
  const mail = { orderId: order.id, body: null, authorId: proposedBy };
  await queueCustomerMessage(deps, tx, { ...mail, kind: 'link', recipient: email });
  await queueCustomerMessage(deps, tx, { ...mail, kind: 'address_changed', recipient: former });
  return accept(null);
};
