import type { CallbackVerdict, RailEvents } from '#server/adapters/rails/port.ts';
import { type Document, readDocument, textAt } from './document.ts';
import { applyPayment } from './apply-payment.ts';
import { readPayment } from './read-payment.ts';
import { fill, isSigned, sign, type Values } from './signature.ts';
import { scheduleNow, findCheckout } from './store.ts';
import type { AcquirerContext } from './context.ts';

interface Call {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

function callbackValues(context: AcquirerContext, document: Document): Values {
  const secretValues = context.templateValues({});
  return (name) => (name.startsWith('field.') ? textAt(document, name.slice('field.'.length)) : secretValues(name));
}

function isSignatureValid({ settings: { callback } }: AcquirerContext, call: Call, document: Document, values: Values): boolean {
  const { signature, in: location } = callback;
  if (signature === undefined || location === undefined) return true;
  const header = 'header' in location ? call.headers[location.header.toLowerCase()] : textAt(document, location.field);
  return isSigned(signature, { values, document, body: call.body }, typeof header === 'string' ? header : undefined);
}

/** The response body that stops the acquirer from repeating the call. */
function replyOf(
  { settings: { callback } }: AcquirerContext,
  document: Document,
  values: Values,
): { type: string; text: string } | undefined {
  const { reply } = callback;
  if (reply === undefined) return undefined;
  const signature = reply.signature === undefined ? undefined : sign(reply.signature, { values, document, body: '' });
  const text = fill(reply.text, (name) => (name === 'signature' ? signature : values(name)));
  return text === undefined ? undefined : { type: reply.type, text };
}

/**
 * Handles the acquirer's call, which may be repeated or replayed.
 * - The signature is checked first, in constant time; then the order is found by our reference only.
 * - A trusted callback is applied like a response; any other only triggers a status request.
 */
export async function handleCallback(context: AcquirerContext, call: Call, events: RailEvents): Promise<CallbackVerdict> {
  const { rail, settings, db, clock } = context;
  const { callback } = settings;
  const refuse = async (reason: string, verdict: 'bad_signature' | 'unknown'): Promise<CallbackVerdict> => {
    await context.health.refused(reason);
    return { verdict };
  };
  const document = readDocument(callback.body, call.body.toString('utf8'));
  if (document === undefined) return await refuse('unreadable', 'bad_signature');
  const values = callbackValues(context, document);
  if (!isSignatureValid(context, call, document, values)) return await refuse('bad_signature', 'bad_signature');
  const reference = callback.read.reference === undefined ? undefined : textAt(document, callback.read.reference);
  const checkout = reference === undefined ? undefined : await findCheckout(db, rail, reference);
  if (checkout === undefined) return await refuse('unknown_reference', 'unknown');
  await context.health.callback();
  const payment = readPayment(document, callback.read);
  if (callback.believed === 'signed' && payment !== undefined)
    await applyPayment(context, checkout, payment, { unit: callback.read.unit, events });
  else await scheduleNow(db, checkout, clock.now());
  const reply = replyOf(context, document, values);
  return reply === undefined ? { verdict: 'accepted' } : { verdict: 'accepted', reply };
}
