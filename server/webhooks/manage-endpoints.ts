import type { KeyMode } from '#core/partner/partner.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { SECRET_OVERLAP_MS } from '#core/webhooks/delivery.ts';
import { MAX_WEBHOOKS, type UrlProblem } from '#core/webhooks/webhook.ts';
import type { Deps } from '#server/deps.ts';
import type { Tx } from '#server/platform/db/db.ts';
import { makeWebhookSecret } from '#server/platform/standard-webhook.ts';
import { queueEndpointMail } from './endpoint-emails.ts';
import * as store from './endpoint-store.ts';
import { checkWebhookUrl } from './webhook-request.ts';

type EndpointDeps = Pick<Deps, 'clock' | 'random' | 'secrets' | 'settings'>;

/** Message key per problem of a URL. */
const URL_MESSAGES: Readonly<Record<UrlProblem, string>> = {
  not_a_url: 'webhook_not_a_url',
  not_encrypted: 'webhook_not_https',
  has_credentials: 'webhook_has_credentials',
  not_a_name: 'webhook_not_a_name',
  not_public: 'webhook_not_public',
  wrong_port: 'webhook_wrong_port',
  our_own: 'webhook_our_own',
};

function readUrl({ settings }: EndpointDeps, input: string): Result<string, 'required' | 'invalid_format'> {
  const text = input.trim();
  if (text === '') return refuse({ code: 'required', field: 'url' });
  const { webhookHosts = [], publicUrl } = settings;
  const checked = checkWebhookUrl(text, { allowedHosts: webhookHosts, ownHost: new URL(publicUrl).hostname });
  return checked.ok ? accept(checked.url.href) : refuse({ code: 'invalid_format', field: 'url', message: URL_MESSAGES[checked.problem] });
}

/** An endpoint for its owner; the secret is present only right after it was created. */
export interface EndpointView {
  readonly row: store.EndpointRow;
  readonly secret?: string;
}

interface EndpointInput {
  readonly url: string;
  readonly topics: readonly string[];
}

/** Adds an endpoint for a partner's order events. */
export async function createEndpoint(
  deps: EndpointDeps,
  tx: Tx,
  { userId, mode, ...input }: EndpointInput & { readonly userId: string; readonly mode: KeyMode },
): Promise<Result<EndpointView, 'required' | 'invalid_format' | 'access_denied'>> {
  const url = readUrl(deps, input.url);
  if (!url.ok) return url;
  await store.lockOwner(tx, userId);
  const existing = await store.listEndpoints(tx, userId);
  if (existing.length >= MAX_WEBHOOKS)
    return refuse({ code: 'access_denied', message: 'too_many_webhooks', params: { max: MAX_WEBHOOKS } });
  if (existing.some((endpoint) => endpoint.url === url.value && endpoint.mode === mode))
    return refuse({ code: 'invalid_format', field: 'url', message: 'webhook_twice' });
  const [id, secret] = [deps.random.uuid(), makeWebhookSecret(deps.random)];
  const at = deps.clock.now();
  await store.insertEndpoint(tx, { id, userId, mode, url: url.value, topics: input.topics, secretSealed: deps.secrets.seal(secret), at });
  await queueEndpointMail(deps, tx, { id, topic: 'made' });
  const row = await store.lockEndpoint(tx, id, userId);
  if (row === undefined) throw new Error('the endpoint inserted just now was not found');
  return accept({ row, secret });
}

interface EndpointKey {
  readonly id: string;
  readonly userId: string;
}

async function loadEndpointView(tx: Tx, { id, userId }: EndpointKey, secret?: string): Promise<Result<EndpointView, 'not_found'>> {
  const row = await store.lockEndpoint(tx, id, userId);
  return row === undefined ? refuse({ code: 'not_found' }) : accept({ row, ...(secret === undefined ? {} : { secret }) });
}

/** Changes URL or topics; waiting events go to the new URL. */
export async function updateEndpoint(
  deps: EndpointDeps,
  tx: Tx,
  { id, userId, ...input }: EndpointInput & EndpointKey,
): Promise<Result<EndpointView, 'required' | 'invalid_format' | 'not_found'>> {
  const url = readUrl(deps, input.url);
  if (!url.ok) return url;
  const row = await store.lockEndpoint(tx, id, userId);
  if (row === undefined) return refuse({ code: 'not_found' });
  await store.saveEndpoint(tx, id, { url: url.value, topics: [...input.topics] });
  if (row.url !== url.value) await queueEndpointMail(deps, tx, { id, topic: 'made' });
  return await loadEndpointView(tx, { id, userId });
}

/** Replaces the secret; the former one also signs for a day. */
export async function rotateSecret(deps: EndpointDeps, tx: Tx, key: EndpointKey): Promise<Result<EndpointView, 'not_found'>> {
  if ((await store.lockEndpoint(tx, key.id, key.userId)) === undefined) return refuse({ code: 'not_found' });
  const secret = makeWebhookSecret(deps.random);
  const formerUntil = deps.clock.now() + SECRET_OVERLAP_MS;
  await store.replaceSecret(tx, key.id, { secretSealed: deps.secrets.seal(secret), formerUntil });
  await queueEndpointMail(deps, tx, { id: key.id, topic: 'rotated' });
  return await loadEndpointView(tx, key, secret);
}

/** Pauses an endpoint; without effect when already paused. */
export async function pauseEndpoint(deps: EndpointDeps, tx: Tx, key: EndpointKey): Promise<Result<EndpointView, 'not_found'>> {
  if ((await store.lockEndpoint(tx, key.id, key.userId)) === undefined) return refuse({ code: 'not_found' });
  await store.pause(tx, key.id, { by: 'owner', reason: null, now: deps.clock.now() });
  return await loadEndpointView(tx, key);
}

/** Resumes an endpoint. One paused by the office can only be resumed by the office. */
export async function resumeEndpoint(
  deps: EndpointDeps,
  tx: Tx,
  key: EndpointKey,
): Promise<Result<EndpointView, 'not_found' | 'access_denied'>> {
  const row = await store.lockEndpoint(tx, key.id, key.userId);
  if (row === undefined) return refuse({ code: 'not_found' });
  if (row.paused_by === 'office') return refuse({ code: 'access_denied', message: 'webhook_paused_by_office' });
  await store.resume(tx, key.id, deps.clock.now());
  return await loadEndpointView(tx, key);
}

/** Deletes an endpoint with its deliveries. */
export async function deleteEndpoint(tx: Tx, { id, userId }: EndpointKey): Promise<Result<null, 'not_found'>> {
  if ((await store.lockEndpoint(tx, id, userId)) === undefined) return refuse({ code: 'not_found' });
  await store.deleteEndpoint(tx, id);
  return accept(null);
}
