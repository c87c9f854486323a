import sql from 'sql-template-tag';
import { accept } from '#core/result.ts';
import type { Deps } from '#server/deps.ts';
import { refuseCall } from '#server/platform/http/refusal.ts';
import type { SignedPartner } from '#server/platform/http/route.ts';
import type { SignedGate } from '#server/platform/http/signed-call.ts';
import { readCaller } from './caller.ts';
import type { SandboxCaller } from './port.ts';

/** Rows that orders lean on: an account and a key by their ids alone, so that nothing of a person is here and nothing can be signed. */
async function mirror({ db, clock }: Pick<Deps, 'db' | 'clock'>, { userId, keyId }: SandboxCaller): Promise<void> {
  const now = new Date(clock.now());
  await db.tx(async (tx) => {
    await tx.run(sql`
      insert into users (id, email, full_name, role, email_verified_at)
      values (${userId}, ${`${userId}@sandbox.invalid`}, '', 'customer', ${now}) on conflict do nothing`);
    await tx.run(sql`insert into partners (user_id, created_at) values (${userId}, ${now}) on conflict do nothing`);
    await tx.run(sql`
      insert into partner_keys (id, user_id, name, mode, scopes, networks, secret_sealed, secret_since, created_at)
      values (${keyId}, ${userId}, '', 'sandbox', '{}', '{}', '', ${now}, ${now}) on conflict do nothing`);
  });
}

const REMEMBERED = 10_000;

/** Who calls in the sandbox: whom the shop names, which has checked his signature (`relay.ts`). */
export function createNamedCallers(deps: Pick<Deps, 'db' | 'clock'>) {
  const known = new Set<string>();
  return async (headers: Parameters<typeof readCaller>[0]): Promise<SignedPartner | undefined> => {
    const caller = readCaller(headers);
    if (caller === undefined) return undefined;
    if (!known.has(caller.keyId)) {
      await mirror(deps, caller);
      if (known.size >= REMEMBERED) known.clear();
      known.add(caller.keyId);
    }
    return { kind: 'partner', mode: 'sandbox', ...caller };
  };
}

/** The same as the gate of signed calls. */
export const namedGate =
  (callerOf: ReturnType<typeof createNamedCallers>): SignedGate =>
  async ({ headers }) => {
    const partner = await callerOf(headers);
    return partner === undefined
      ? { signed: refuseCall({ code: 'invalid_signature', header: 'Partner-Signature' }), headers: {} }
      : { signed: accept(partner), headers: {} };
  };
