import { isOfNow } from '#core/partner.ts';
import { accept } from '#core/result.ts';
import { toRfc3339 } from '#core/time.ts';
import type { Deps } from '#server/deps.ts';
import { type CallRefusal, refuseCall } from '#server/platform/http/refusal.ts';
import type { SignedCall, SignedGate, Signer } from '#server/platform/http/signed-call.ts';
import { quotasOf } from './partner-store.ts';
import { isWithin } from './networks.ts';
import { type Claimed, isSignedBy, readClaim } from './signature.ts';
import { findSigningKey, type SigningKeyRow, takeSignature, touchKey } from './store.ts';

type GateDeps = Pick<Deps, 'db' | 'clock' | 'secrets' | 'settings' | 'sandbox'>;

/** Tried where there is no such key, so that an unknown one takes as long as a wrong signature. */
const NOBODYS_SECRET = 'sk_nobody';

const refused = (refusal: CallRefusal, headers: Signer['headers'] = {}): Signer => ({ signed: refuseCall(refusal), headers });

const WRONG = refused({ code: 'invalid_signature', header: 'Partner-Signature' });

/** Whether the key and the signature belong together; undefined says nothing of which of them is wrong. */
async function keyOf(deps: GateDeps, claim: Claimed): Promise<SigningKeyRow | undefined> {
  const key = await findSigningKey(deps.db, claim.keyId, new Date(deps.clock.now()));
  const sealed = key === undefined ? [] : [key.secret_sealed, ...(key.old_secret_sealed === null ? [] : [key.old_secret_sealed])];
  const secrets = sealed.length === 0 ? [NOBODYS_SECRET] : sealed.map((one) => deps.secrets.unseal(one));
  return isSignedBy(secrets, claim) ? key : undefined;
}

/** What is wrong with a call that its key has truly signed. */
function objection(
  { sandbox }: Pick<GateDeps, 'sandbox'>,
  key: SigningKeyRow,
  { at, now, ip }: { at: number; now: number; ip: string },
): CallRefusal | undefined {
  if (!isOfNow(at, now)) return { code: 'timestamp_out_of_range', header: 'Partner-Timestamp', meta: { server_time: toRfc3339(now) } };
  // No test order is ever made of real money: where there is no test bank, a sandbox key is good for nothing
  if (key.mode === 'sandbox' && sandbox.place === 'none')
    return { code: 'scope_missing', header: 'Partner-Key', message: 'sandbox_unavailable' };
  if (key.is_suspended) return { code: 'partner_suspended', header: 'Partner-Key' };
  return isWithin(key.networks, ip) ? undefined : { code: 'address_not_allowed', header: 'Partner-Key', meta: { address: ip } };
}

/** Spends the signature and one of the key's calls. */
async function spend(deps: GateDeps, claim: Claimed, key: SigningKeyRow): Promise<Signer> {
  const now = deps.clock.now();
  const quotas = quotasOf(key);
  const most = quotas.requestsPerMinute;
  const isCounted = deps.settings.rateLimits === 'on';
  const { keyId, mac } = claim;
  const {
    spent,
    oldest,
    is_taken: isTaken,
  } = await takeSignature(deps.db, { keyId, mac, now: new Date(now), most: isCounted ? most : null });
  const seconds = Math.max(1, Math.ceil(((oldest?.getTime() ?? now) + 60_000 - now) / 1000));
  const left = Math.max(0, most - spent - (isTaken ? 1 : 0));
  const headers = { 'ratelimit-limit': String(most), 'ratelimit-remaining': String(left), 'ratelimit-reset': String(seconds) };
  if (!isTaken && isCounted && spent >= most) return refused({ code: 'too_many_requests', params: { seconds } }, headers);
  if (!isTaken) return refused({ code: 'replayed_request', header: 'Partner-Signature' }, headers);
  const { user_id: userId, mode, scopes } = key;
  return { signed: accept({ kind: 'partner', userId, keyId, mode, scopes, quotas }), headers };
}

/** Who signs calls: a partner's program by one of its keys (`docs/how-to/partner-api.md`). Every call looks: a revoked key is over at once, everywhere. */
export const createSignedGate =
  (deps: GateDeps): SignedGate =>
  async (call: SignedCall) => {
    const claim = readClaim(call);
    if (claim === undefined) return WRONG;
    const key = await keyOf(deps, claim);
    if (key === undefined) return WRONG;
    const now = deps.clock.now();
    const wrong = objection(deps, key, { at: claim.at, now, ip: call.ip });
    if (wrong !== undefined) return refused(wrong);
    const signer = await spend(deps, claim, key);
    if (signer.signed.ok) await touchKey(deps.db, claim.keyId, { now: new Date(now), ip: call.ip });
    return signer;
  };
