import { keccak_256 } from '@noble/hashes/sha3.js';
import { base58xmr } from '@scure/base';

/** Networks by the first byte of their addresses. A private regtest chain has addresses of the main one. */
export type AddressNetwork = 'main' | 'test' | 'stage';

/** First bytes of ordinary, integrated and subaddresses. */
const PREFIXES: Readonly<Record<AddressNetwork, readonly number[]>> = { main: [18, 19, 42], test: [53, 54, 63], stage: [24, 25, 36] };
const NETWORKS = ['main', 'test', 'stage'] as const;

const CHECKSUM_BYTES = 4;
/** Prefix, two public keys, checksum; integrated addresses have a payment id of 8 bytes more. */
const LENGTHS = [69, 77, 69] as const;

const checksumOf = (body: Uint8Array): Uint8Array => keccak_256(body).subarray(0, CHECKSUM_BYTES);

interface Address {
  readonly network: AddressNetwork;
  /** Position of the prefix among those of its network. */
  readonly kind: number;
  readonly body: Uint8Array;
}

function readAddress(text: string): Address | undefined {
  let bytes: Uint8Array;
  try {
    bytes = base58xmr.decode(text);
  } catch {
    return undefined;
  }
  const body = bytes.subarray(0, -CHECKSUM_BYTES);
  const [prefix = 0] = bytes;
  const network = NETWORKS.find((one) => PREFIXES[one].includes(prefix));
  if (network === undefined) return undefined;
  const kind = PREFIXES[network].indexOf(prefix);
  if (bytes.length !== LENGTHS[kind] || Buffer.compare(checksumOf(body), bytes.subarray(-CHECKSUM_BYTES)) !== 0) return undefined;
  return { network, kind, body };
}

/** The network of an address; undefined if the text is none. */
export const networkOf = (text: string): AddressNetwork | undefined => readAddress(text)?.network;

/** The address of the same keys on another network; undefined if the text is no address. */
export function onNetwork(text: string, network: AddressNetwork): string | undefined {
  const address = readAddress(text);
  if (!address) return undefined;
  const body = Uint8Array.from([PREFIXES[network][address.kind] ?? 0, ...address.body.subarray(1)]);
  return base58xmr.encode(Uint8Array.from([...body, ...checksumOf(body)]));
}
