import { getAddress, isAddress } from 'viem/utils';
import type { ReceiveAnswer, ReceiveRequest } from '#server/adapters/rails/port.ts';
import { addressOfOrder, type DepositAddress, giveAddress } from './address-store.ts';
import type { AssetCheck } from './asset.ts';
import type { DepositKey } from './deposit-key.ts';
import { paymentUri } from './payment-uri.ts';
import { ensureCursor, type ScanDeps } from './scan-deposits.ts';

export interface ReceiveDeps extends Pick<ScanDeps, 'db' | 'clock' | 'log' | 'node'> {
  readonly depositKey: DepositKey | null;
  readonly checkAsset: (paymentSystem: ReceiveRequest['paymentSystem']) => Promise<AssetCheck>;
  readonly defaultConfirmations: number;
}

/** Offers the order's own address; the first call makes it. The node must answer once before: no address is offered that nobody watches. */
export async function receive(deps: ReceiveDeps, request: ReceiveRequest): Promise<ReceiveAnswer> {
  const given = await addressOfOrder(deps.db, request.orderId);
  if (given) return offer(given, request);
  if (!deps.depositKey) return { outcome: 'unavailable', reason: 'no_deposit_key' };
  const check = await deps.checkAsset(request.paymentSystem);
  if (!check.ok) {
    deps.log.error({ payment_system: request.paymentSystem.code, reason: check.reason }, 'evm_payment_system_misconfigured');
    return { outcome: 'unavailable', reason: check.reason };
  }
  await ensureCursor(deps);
  const { depositKey } = deps;
  const address = await giveAddress(
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

function offer(given: DepositAddress, request: ReceiveRequest): ReceiveAnswer {
  if (given.paymentSystemCode !== request.paymentSystem.code) return { outcome: 'unavailable', reason: 'order_pays_with_another_system' };
  if (!isAddress(given.address)) throw new Error('a recorded deposit address is no address');
  const address = getAddress(given.address);
  return {
    outcome: 'offered',
    offer: {
      kind: 'requisites',
      amount: given.amount,
      fields: [{ key: 'address', labelKey: 'address', value: address }],
      memo: null,
      qrPayload: paymentUri({ ...given, address }),
      url: null,
      method: null,
      formFields: null,
      reference: given.address,
    },
  };
}
