import type { KeyMode } from '#core/partner.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { SECRET_OVERLAP_MS } from '#core/webhooks/delivery.ts';
import { MAX_WEBHOOKS, type UrlProblem } from '#core/webhooks/address.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { noteEndpointLetter } from './endpoint-letters.ts';
import * as store from './endpoint-store.ts';
import { makeWebhookSecret } from './sign-webhook.ts';
import { checkWebhookUrl } from './webhook-url.ts';

type EndpointDeps = Pick<Deps, 'clock' | 'random' | 'secrets' | 'settings'>;

/** The sentence that says what is wrong with an address. */
const SENTENCES: Readonly<Record<UrlProblem, string>> = {
  not_a_url: 'webhook_not_a_url',
  not_encrypted: 'webhook_not_https',
  has_credentials: 'webhook_has_credentials',
  not_a_name: 'webhook_not_a_name',
  not_public: 'webhook_not_public',
  wrong_port: 'webhook_wrong_port',
  our_own: 'webhook_our_own',
};

function readUrl({ settings }: EndpointDeps, typed: string): Result<string, 'required' | 'invalid_format'> {
  const text = typed.trim();
  if (text === '') return refuse({ code: 'required', field: 'url' });
  const { webhookHosts = [], publicUrl } = settings;
  const checked = checkWebhookUrl(text, { allowedHosts: webhookHosts, ownHost: new URL(publicUrl).hostname });
  return checked.ok ? accept(checked.url.href) : refuse({ code: 'invalid_format', field: 'url', message: SENTENCES[checked.problem] });
}

/** An endpoint as its owner sees it; its secret only where it was just made. */
export interface ShownEndpoint {
  readonly row: store.EndpointRow;
  readonly secret?: string;
}

interface Typed {
  readonly url: string;
  readonly topics: readonly string[];
}

/** Adds an address that is told of a partner's orders. */
export async function makeEndpoint(
  deps: EndpointDeps,
  tx: Tx,
  { userId, mode, ...typed }: Typed & { readonly userId: string; readonly mode: KeyMode },
): Promise<Result<ShownEndpoint, 'required' | 'invalid_format' | 'access_denied'>> {
  const url = readUrl(deps, typed.url);
  if (!url.ok) return url;
  await store.lockOwner(tx, userId);
  const others = await store.listEndpoints(tx, userId);
  if (others.length >= MAX_WEBHOOKS) return refuse({ code: 'access_denied', message: 'too_many_webhooks', params: { max: MAX_WEBHOOKS } });
  if (others.some((other) => other.url === url.value && other.mode === mode))
    return refuse({ code: 'invalid_format', field: 'url', message: 'webhook_twice' });
  const [id, secret] = [deps.random.uuid(), makeWebhookSecret(deps.random)];
  const at = deps.clock.now();
  await store.insertEndpoint(tx, { id, userId, mode, url: url.value, topics: typed.topics, secretSealed: deps.secrets.seal(secret), at });
  await noteEndpointLetter(deps, tx, { id, topic: 'made' });
  const row = await store.lockEndpoint(tx, id, userId);
  if (row === undefined) throw new Error('an endpoint that was made just now is not there');
  return accept({ row, secret });
}

interface Own {
  readonly id: string;
  readonly userId: string;
}

async function shown(tx: Tx, { id, userId }: Own, secret?: string): Promise<Result<ShownEndpoint, 'not_found'>> {
  const row = await store.lockEndpoint(tx, id, userId);
  return row === undefined ? refuse({ code: 'not_found' }) : accept({ row, ...(secret === undefined ? {} : { secret }) });
}

/** Another address or other events; what waits goes to the new address. */
export async function changeEndpoint(
  deps: EndpointDeps,
  tx: Tx,
  { id, userId, ...typed }: Typed & Own,
): Promise<Result<ShownEndpoint, 'required' | 'invalid_format' | 'not_found'>> {
  const url = readUrl(deps, typed.url);
  if (!url.ok) return url;
  const row = await store.lockEndpoint(tx, id, userId);
  if (row === undefined) return refuse({ code: 'not_found' });
  await store.saveEndpoint(tx, id, { url: url.value, topics: [...typed.topics] });
  if (row.url !== url.value) await noteEndpointLetter(deps, tx, { id, topic: 'made' });
  return await shown(tx, { id, userId });
}

/** Another secret; the former one signs beside it for a day. */
export async function rotateSecret(deps: EndpointDeps, tx: Tx, own: Own): Promise<Result<ShownEndpoint, 'not_found'>> {
  if ((await store.lockEndpoint(tx, own.id, own.userId)) === undefined) return refuse({ code: 'not_found' });
  const secret = makeWebhookSecret(deps.random);
  const formerUntil = deps.clock.now() + SECRET_OVERLAP_MS;
  await store.replaceSecret(tx, own.id, { secretSealed: deps.secrets.seal(secret), formerUntil });
  await noteEndpointLetter(deps, tx, { id: own.id, topic: 'rotated' });
  return await shown(tx, own, secret);
}

/** Nothing is sent there until it is resumed; paused already, it stays as it is. */
export async function pauseEndpoint(deps: EndpointDeps, tx: Tx, own: Own): Promise<Result<ShownEndpoint, 'not_found'>> {
  if ((await store.lockEndpoint(tx, own.id, own.userId)) === undefined) return refuse({ code: 'not_found' });
  await store.pause(tx, own.id, { by: 'owner', reason: null, now: deps.clock.now() });
  return await shown(tx, own);
}

/** Goes on. What the office has paused the office alone resumes. */
export async function resumeEndpoint(deps: EndpointDeps, tx: Tx, own: Own): Promise<Result<ShownEndpoint, 'not_found' | 'access_denied'>> {
  const row = await store.lockEndpoint(tx, own.id, own.userId);
  if (row === undefined) return refuse({ code: 'not_found' });
  if (row.paused_by === 'office') return refuse({ code: 'access_denied', message: 'webhook_paused_by_office' });
  await store.resume(tx, own.id, deps.clock.now());
  return await shown(tx, own);
}

/** Ends it, with everything that was sent there. */
export async function deleteEndpoint(tx: Tx, { id, userId }: Own): Promise<Result<null, 'not_found'>> {
  if ((await store.lockEndpoint(tx, id, userId)) === undefined) return refuse({ code: 'not_found' });
  await store.deleteEndpoint(tx, id);
  return accept(null);
}
