/** Schemes of payment links in QR codes and clipboards. */
const SCHEMES = ['bitcoin', 'litecoin', 'dogecoin', 'ethereum', 'tron', 'monero', 'solana', 'ripple', 'xrp', 'xrpl', 'ton', 'bnb'];
const URI = new RegExp(`^(?:${SCHEMES.join('|')}):(?://)?(?<path>[^?#]*)(?:\\?(?<query>[^#]*))?$`, 'i');
/** Parameters for a memo or destination tag. */
const MEMO_KEYS = ['memo', 'dt', 'tag', 'text'];

export interface PaymentUri {
  readonly address: string;
  /** Memo, tag or comment of the address; null: none. */
  readonly memo: string | null;
}

const decoded = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

function parametersOf(query: string): ReadonlyMap<string, string> {
  const pairs = query.split('&').map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return [key.toLowerCase(), decoded(value.join('='))] as const;
  });
  return new Map(pairs);
}

/**
 * Reads a payment link (BIP-21 and similar, EIP-681, TON); undefined otherwise. Of an EIP-681 token transfer the receiver (`address`) is
 * returned, not the contract. The amount is ignored.
 */
export function readPaymentUri(text: string): PaymentUri | undefined {
  const parts = URI.exec(text.trim())?.groups;
  if (parts === undefined) return undefined;
  const parameters = parametersOf(parts['query'] ?? '');
  const memo = MEMO_KEYS.map((key) => parameters.get(key)).find((value) => value !== undefined && value !== '') ?? null;
  const [target = '', call] = decoded(parts['path'] ?? '')
    .replace(/^transfer\//i, '')
    .replace(/^pay-/i, '')
    .split('/');
  const address = call?.toLowerCase() === 'transfer' ? (parameters.get('address') ?? '') : target.replace(/@.*$/, '');
  return address === '' ? undefined : { address, memo };
}
