import type { ReceiveAnswer, ReceiveRequest } from '#server/adapters/rails/port.ts';
import type { DepositKey } from './address.ts';
import { checkAsset } from './asset.ts';
import { addressOfOrder, assignAddress, type DepositAddress } from './deposit-address.ts';
import { ensureCursor, type ScanDeps } from './scan-chain.ts';

/** A block is solid when two thirds of the 27 block producers have built on it: after about 19 blocks, a minute. */
export const SOLID_CONFIRMATIONS = 20;

export interface ReceiveDeps extends Pick<ScanDeps, 'db' | 'clock' | 'log' | 'node'> {
  readonly depositKey: DepositKey | null;
  readonly developmentOnly: boolean;
}

/** Offers the order's own address, created on the first call. The node must have responded first: an unwatched address is never offered. */
export async function receive(deps: ReceiveDeps, request: ReceiveRequest): Promise<ReceiveAnswer> {
  const existing = await addressOfOrder(deps.db, request.orderId);
  if (existing) return offer(existing, request);
  const { depositKey } = deps;
  if (!depositKey) return { outcome: 'unavailable', reason: 'no_deposit_key' };
  const check = await checkAsset(deps, request.paymentSystem);
  if (!check.ok) {
    deps.log.error({ payment_system: request.paymentSystem.code, reason: check.reason }, 'tron_payment_system_misconfigured');
    return { outcome: 'unavailable', reason: check.reason };
  }
  await ensureCursor(deps);
  const address = await assignAddress(
    deps.db,
    {
      orderId: request.orderId,
      paymentSystemCode: request.paymentSystem.code,
      contract: check.contract,
      amount: request.amount,
      requiredConfirmations: Math.max(SOLID_CONFIRMATIONS, request.paymentSystem.requiredConfirmations),
      xpubFingerprint: depositKey.fingerprint,
      now: deps.clock.now(),
    },
    (index) => depositKey.addressAt(index),
  );
  return offer(address, request);
}

function offer(deposit: DepositAddress, request: ReceiveRequest): ReceiveAnswer {
  if (deposit.paymentSystemCode !== request.paymentSystem.code) return { outcome: 'unavailable', reason: 'order_pays_with_another_system' };
  return {
    outcome: 'offered',
    offer: {
      kind: 'requisites',
      amount: deposit.amount,
      fields: [{ key: 'address', labelKey: 'address', value: deposit.address }],
      memo: null,
      // Wallets of this network agree on no payment request; all of them read a bare address
      qrPayload: deposit.address,
      url: null,
      method: null,
      formFields: null,
      reference: deposit.address,
    },
  };
}
