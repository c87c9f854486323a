import type { CallbackVerdict, RailEvents } from '#server/adapters/rails/port.ts';
import { type Document, readDocument, textAt } from './document.ts';
import { hear } from './hear.ts';
import { readPayment } from './read-payment.ts';
import { isSigned, sign } from './signature.ts';
import { askSoon, findCheckout } from './store.ts';
import { fill, type Values } from './template.ts';
import type { World } from './world.ts';

interface Call {
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: Buffer;
}

function valuesOf(world: World, document: Document): Values {
  const own = world.values({});
  return (name) => (name.startsWith('field.') ? textAt(document, name.slice('field.'.length)) : own(name));
}

function isHis({ settings: { callback } }: World, call: Call, document: Document, values: Values): boolean {
  const { signature, in: stands } = callback;
  if (signature === undefined || stands === undefined) return true;
  const header = 'header' in stands ? call.headers[stands.header.toLowerCase()] : textAt(document, stands.field);
  return isSigned(signature, { values, document, body: call.body }, typeof header === 'string' ? header : undefined);
}

/** What the acquirer wants to hear so that it does not call again. */
function replyOf({ settings: { callback } }: World, document: Document, values: Values): { type: string; text: string } | undefined {
  const { reply } = callback;
  if (reply === undefined) return undefined;
  const signature = reply.signature === undefined ? undefined : sign(reply.signature, { values, document, body: '' });
  const text = fill(reply.text, (name) => (name === 'signature' ? signature : values(name)));
  return text === undefined ? undefined : { type: reply.type, text };
}

/**
 * A call of the acquirer: its signature first and in constant time, then our reference and no other way to an order. Where it counts
 * by itself it is taken in like an answer; otherwise it only makes us ask. The same call again, or played back later, says what is known.
 */
export async function hearCallback(world: World, call: Call, events: RailEvents): Promise<CallbackVerdict> {
  const { rail, settings, db, clock } = world;
  const { callback } = settings;
  const refused = async (why: string, verdict: 'bad_signature' | 'unknown'): Promise<CallbackVerdict> => {
    await world.health.refused(why);
    return { verdict };
  };
  const document = readDocument(callback.body, call.body.toString('utf8'));
  if (document === undefined) return await refused('unreadable', 'bad_signature');
  const values = valuesOf(world, document);
  if (!isHis(world, call, document, values)) return await refused('bad_signature', 'bad_signature');
  const reference = callback.read.reference === undefined ? undefined : textAt(document, callback.read.reference);
  const checkout = reference === undefined ? undefined : await findCheckout(db, rail, reference);
  if (checkout === undefined) return await refused('unknown_reference', 'unknown');
  await world.health.callback();
  const told = readPayment(document, callback.read);
  if (callback.believed === 'signed' && told !== undefined) await hear(world, checkout, told, { unit: callback.read.unit, events });
  else await askSoon(db, checkout, clock.now());
  const reply = replyOf(world, document, values);
  return reply === undefined ? { verdict: 'accepted' } : { verdict: 'accepted', reply };
}
