import { getAddress, isAddress } from 'viem/utils';
import type { ReceiveAnswer, ReceiveRequest } from '#server/adapters/rails/port.ts';
import type { AssetCheck } from './asset.ts';
import { addressOfOrder, assignAddress, type DepositAddress, type DepositKey, paymentUri } from './deposit-address.ts';
import { ensureCursor, type ScanDeps } from './scan-deposits.ts';

export interface ReceiveDeps extends Pick<ScanDeps, 'db' | 'clock' | 'log' | 'node'> {
  readonly depositKey: DepositKey | null;
  readonly checkAsset: (paymentSystem: ReceiveRequest['paymentSystem']) => Promise<AssetCheck>;
  readonly defaultConfirmations: number;
}

/** Offers the order's own address, created on the first call. The node must have responded first: an unwatched address is never offered. */
export async function receive(deps: ReceiveDeps, request: ReceiveRequest): Promise<ReceiveAnswer> {
  const existing = await addressOfOrder(deps.db, request.orderId);
  if (existing) return offer(existing, request);
  if (!deps.depositKey) return { outcome: 'unavailable', reason: 'no_deposit_key' };
  const check = await deps.checkAsset(request.paymentSystem);
  if (!check.ok) {
    deps.log.error({ payment_system: request.paymentSystem.code, reason: check.reason }, 'evm_payment_system_misconfigured');
    return { outcome: 'unavailable', reason: check.reason };
  }
  await ensureCursor(deps);
  const { depositKey } = deps;
  const address = await assignAddress(
    deps.db,
    {
      orderId: request.orderId,
      chainId: check.chainId,
      paymentSystemCode: request.paymentSystem.code,
      contract: check.asset.contract,
      amount: request.amount,
      requiredConfirmations: request.paymentSystem.requiredConfirmations || deps.defaultConfirmations,
      xpubFingerprint: depositKey.fingerprint,
      now: deps.clock.now(),
    },
    (index) => depositKey.addressAt(index),
  );
  return offer(address, request);
}

function offer(deposit: DepositAddress, request: ReceiveRequest): ReceiveAnswer {
  if (deposit.paymentSystemCode !== request.paymentSystem.code) return { outcome: 'unavailable', reason: 'order_pays_with_another_system' };
  if (!isAddress(deposit.address)) throw new Error('a recorded deposit address is no address');
  const address = getAddress(deposit.address);
  return {
    outcome: 'offered',
    offer: {
      kind: 'requisites',
      amount: deposit.amount,
      fields: [{ key: 'address', labelKey: 'address', value: address }],
      memo: null,
      qrPayload: paymentUri({ ...deposit, address }),
      url: null,
      method: null,
      formFields: null,
      reference: deposit.address,
    },
  };
}
