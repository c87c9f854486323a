import { createHash, createHmac, timingSafeEqual } from 'node:crypto';
import { BlockList, isIPv4, isIPv6 } from 'node:net';
import { callTimeMs, isTimely, signedText } from '#core/partner/partner.ts';
import { accept, refuse, type Result } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type CallRefusal, refuseCall } from '#server/platform/http/refusal.ts';
import { type AuthenticateSigned, type SignatureResult, SIGNED_HEADERS, type SignedCall } from '#server/platform/http/signed-call.ts';
import { quotasOf } from './partner-store.ts';
import { findSigningKey, type SigningKeyRow, takeSignature, touchKey } from './store.ts';

const KEY = /^pk_(?:live|test)_[0-9a-hjkmnp-tv-z]{20}$/;
const SIGNATURE = /^v1=([0-9a-f]{64})$/;

/** The signature headers of a call and the text they sign. */
interface SignatureClaim {
  readonly keyId: string;
  readonly at: number;
  readonly mac: Buffer;
  readonly text: string;
}

/** Reads the three headers; undefined when one is missing, sent twice (Node joins them with a comma) or malformed. */
export function readClaim({ method, target, headers, body }: Omit<SignedCall, 'ip'>): SignatureClaim | undefined {
  const [keyId, timestamp, signature] = [SIGNED_HEADERS.key, SIGNED_HEADERS.timestamp, SIGNED_HEADERS.signature].map((name) => {
    const value = headers[name];
    return typeof value === 'string' ? value : '';
  });
  const at = callTimeMs(timestamp ?? '');
  const mac = SIGNATURE.exec(signature ?? '')?.[1];
  if (keyId === undefined || !KEY.test(keyId) || at === undefined || timestamp === undefined || mac === undefined) return undefined;
  const bodyHash = createHash('sha256').update(body).digest('hex');
  return { keyId, at, mac: Buffer.from(mac, 'hex'), text: signedText({ timestamp, method, target, bodyHash }) };
}

const macOf = (secret: string, text: string): Buffer => createHmac('sha256', secret).update(text).digest();

/** Whether one of these secrets made the signature. All are checked, so that timing reveals nothing. */
export const isSignedBy = (secrets: readonly string[], { mac, text }: Pick<SignatureClaim, 'mac' | 'text'>): boolean =>
  secrets.map((secret) => timingSafeEqual(macOf(secret, text), mac)).includes(true);

const ADDRESS_BITS = { ipv4: 32, ipv6: 128 } as const;

const familyOf = (address: string): keyof typeof ADDRESS_BITS | undefined =>
  isIPv4(address) ? 'ipv4' : isIPv6(address) && !address.includes('%') ? 'ipv6' : undefined;

/** Parses `203.0.113.7`, `203.0.113.0/24` or `2001:db8::/48`; the result always has a prefix length. */
export function readNetwork(input: string): Result<string, 'invalid_format'> {
  const [address = '', bitsText, ...extra] = input.trim().toLowerCase().split('/');
  const family = familyOf(address);
  if (family === undefined || extra.length > 0) return refuse({ code: 'invalid_format', field: 'networks', message: 'invalid_network' });
  const bits = bitsText === undefined ? ADDRESS_BITS[family] : /^\d{1,3}$/.test(bitsText) ? Number(bitsText) : Number.NaN;
  if (!(bits >= 1 && bits <= ADDRESS_BITS[family]))
    return refuse({ code: 'invalid_format', field: 'networks', message: 'invalid_network' });
  return accept(`${address}/${bits}`);
}

/** Whether an address may use a key; an empty list allows any. An IPv4 address mapped into IPv6 counts as IPv4. */
export function isWithin(networks: readonly string[], ip: string): boolean {
  if (networks.length === 0) return true;
  const family = familyOf(ip);
  if (family === undefined) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [address = '', bits] = network.split('/');
    list.addSubnet(address, Number(bits), familyOf(address) ?? 'ipv4');
  }
  return list.check(ip, family);
}

type GateDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'settings' | 'sandbox'>;

/** Checked for an unknown key, so that its refusal takes as long as that of a wrong signature. */
const DUMMY_SECRET = 'sk_nobody';

const refusedCall = (refusal: CallRefusal, headers: SignatureResult['headers'] = {}): SignatureResult => ({
  signed: refuseCall(refusal),
  headers,
});

const INVALID_SIGNATURE = refusedCall({ code: 'invalid_signature', header: 'Partner-Signature' });

/** The key, if it made this signature. Undefined does not reveal whether the key or the signature is wrong. */
async function findVerifiedKey(deps: GateDeps, claim: SignatureClaim): Promise<SigningKeyRow | undefined> {
  const key = await findSigningKey(deps.db, claim.keyId, new Date(deps.clock.now()));
  const sealed = key === undefined ? [] : [key.secret_sealed, ...(key.old_secret_sealed === null ? [] : [key.old_secret_sealed])];
  const secrets = sealed.length === 0 ? [DUMMY_SECRET] : sealed.map((secretSealed) => deps.secrets.unseal(secretSealed));
  return isSignedBy(secrets, claim) ? key : undefined;
}

/** Why a correctly signed call is refused. */
function refusalOf(
  { sandbox }: Pick<GateDeps, 'sandbox'>,
  key: SigningKeyRow,
  { at, now, ip }: { at: number; now: number; ip: string },
): CallRefusal | undefined {
  if (!isTimely(at, now)) return { code: 'timestamp_out_of_range', header: 'Partner-Timestamp', meta: { server_time: toRfc3339(now) } };
  // A sandbox key never creates an order with real money, so it is refused where there is no sandbox
  if (key.mode === 'sandbox' && sandbox.place === 'none')
    return { code: 'scope_missing', header: 'Partner-Key', message: 'sandbox_unavailable' };
  if (key.is_suspended) return { code: 'partner_suspended', header: 'Partner-Key' };
  return isWithin(key.networks, ip) ? undefined : { code: 'address_not_allowed', header: 'Partner-Key', meta: { address: ip } };
}

/** Consumes the signature and one call of the key's quota. */
async function consumeSignature(deps: GateDeps, claim: SignatureClaim, key: SigningKeyRow): Promise<SignatureResult> {
  const now = deps.clock.now();
  const quotas = quotasOf(key);
  const maxRequests = quotas.requestsPerMinute;
  const isCounted = deps.settings.rateLimits === 'on';
  const { keyId, mac } = claim;
  const {
    spent,
    oldest,
    is_taken: isTaken,
  } = await takeSignature(deps.db, { keyId, mac, now: new Date(now), most: isCounted ? maxRequests : null });
  const seconds = Math.max(1, Math.ceil(((oldest?.getTime() ?? now) + 60_000 - now) / 1000));
  const remaining = Math.max(0, maxRequests - spent - (isTaken ? 1 : 0));
  const headers = { 'ratelimit-limit': String(maxRequests), 'ratelimit-remaining': String(remaining), 'ratelimit-reset': String(seconds) };
  if (!isTaken && isCounted && spent >= maxRequests) return refusedCall({ code: 'too_many_requests', params: { seconds } }, headers);
  if (!isTaken) return refusedCall({ code: 'replayed_request', header: 'Partner-Signature' }, headers);
  const { user_id: userId, mode, scopes } = key;
  return { signed: accept({ kind: 'partner', userId, keyId, mode, scopes, quotas }), headers };
}

/**
 * Authenticates a partner's signed call (`docs/how-to/partner-api.md`). The key is read for every call, so that a revocation takes effect
 * at once in all processes.
 */
export const createSignedCallAuthenticator =
  (deps: GateDeps): AuthenticateSigned =>
  async (call: SignedCall) => {
    const claim = readClaim(call);
    if (claim === undefined) return INVALID_SIGNATURE;
    const key = await findVerifiedKey(deps, claim);
    if (key === undefined) return INVALID_SIGNATURE;
    const now = deps.clock.now();
    const refusal = refusalOf(deps, key, { at: claim.at, now, ip: call.ip });
    if (refusal !== undefined) return refusedCall(refusal);
    const result = await consumeSignature(deps, claim, key);
    if (result.signed.ok) await touchKey(deps.db, claim.keyId, { now: new Date(now), ip: call.ip });
    return result;
  };
