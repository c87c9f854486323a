/** An EIP-681 payment request: what wallets read from a QR code. `amount` in minor units, addresses checksummed or not. */
export const paymentUri = (payment: {
  readonly address: string;
  readonly contract: string | null;
  readonly chainId: number;
  readonly amount: bigint;
}): string =>
  payment.contract === null
    ? `ethereum:${payment.address}@${payment.chainId}?value=${payment.amount}`
    : `ethereum:${payment.contract}@${payment.chainId}/transfer?address=${payment.address}&uint256=${payment.amount}`;
