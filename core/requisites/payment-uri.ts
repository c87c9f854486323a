/** Schemes of the payment links that wallets put into QR codes and clipboards. */
const SCHEMES = ['bitcoin', 'litecoin', 'dogecoin', 'ethereum', 'tron', 'monero', 'solana', 'ripple', 'xrp', 'xrpl', 'ton', 'bnb'];
const URI = new RegExp(`^(?:${SCHEMES.join('|')}):(?://)?(?<path>[^?#]*)(?:\\?(?<query>[^#]*))?$`, 'i');
/** Names under which wallets carry a memo or destination tag. */
const MEMO_KEYS = ['memo', 'dt', 'tag', 'text'];

export interface PaymentUri {
  readonly address: string;
  /** Memo, tag or comment that belongs to the address; null where the link has none. */
  readonly memo: string | null;
}

const unescaped = (text: string): string => {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
};

function parametersOf(query: string): ReadonlyMap<string, string> {
  const pairs = query.split('&').map((pair) => {
    const [key = '', ...value] = pair.split('=');
    return [key.toLowerCase(), unescaped(value.join('='))] as const;
  });
  return new Map(pairs);
}

/**
 * Reads a payment link (BIP-21 and its relatives, EIP-681, TON's transfer links); undefined for anything else. A token transfer of
 * EIP-681 names the token's contract first and the receiver in `address`: the receiver is given, never the contract. Amounts
 * of a link are left alone: what is exchanged is typed in the trays.
 */
export function readPaymentUri(text: string): PaymentUri | undefined {
  const parts = URI.exec(text.trim())?.groups;
  if (parts === undefined) return undefined;
  const parameters = parametersOf(parts['query'] ?? '');
  const memo = MEMO_KEYS.map((key) => parameters.get(key)).find((value) => value !== undefined && value !== '') ?? null;
  const [target = '', call] = unescaped(parts['path'] ?? '')
    .replace(/^transfer\//i, '')
    .replace(/^pay-/i, '')
    .split('/');
  const address = call?.toLowerCase() === 'transfer' ? (parameters.get('address') ?? '') : target.replace(/@.*$/, '');
  return address === '' ? undefined : { address, memo };
}
