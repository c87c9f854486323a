const MAPPED_V4 = /^(?:0:){5}ffff:([0-9a-f]{1,4}):([0-9a-f]{1,4})$/;

/** All eight groups of an IPv6 address without leading zeros; a dotted tail becomes two groups. */
function expanded(ip: string): readonly string[] {
  const [address = ''] = ip.toLowerCase().split('%', 1);
  const dotted = /^(.*:)(\d+)\.(\d+)\.(\d+)\.(\d+)$/.exec(address);
  const [, front = '', ...bytes] = dotted ?? [];
  const [a = 0, b = 0, c = 0, d = 0] = bytes.map(Number);
  const text = dotted === null ? address : `${front}${(a * 256 + b).toString(16)}:${(c * 256 + d).toString(16)}`;
  const [head = '', tail] = text.split('::', 2);
  const groups = (part: string) => (part === '' ? [] : part.split(':'));
  const [before, after] = [groups(head), groups(tail ?? '')];
  const zeros = tail === undefined ? [] : Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => '0');
  return [...before, ...zeros, ...after].map((group) => group.replace(/^0+(?=.)/, ''));
}

/** Key of a client's network: an IPv4 address (also when mapped into IPv6), or the /64 prefix of an IPv6 subscriber. */
export function peerOf(ip: string): string {
  if (!ip.includes(':')) return ip;
  const groups = expanded(ip);
  const mapped = MAPPED_V4.exec(groups.join(':'));
  if (mapped === null) return groups.slice(0, 4).join(':');
  const pairs = mapped.slice(1).map((group) => Number.parseInt(group, 16));
  return pairs.flatMap((pair) => [pair >> 8, pair & 255]).join('.');
}

/** Common prefix of `peerOf` for a wider network: 256 IPv4 addresses, or an IPv6 /48. */
export function networkPrefixOf(peer: string): string {
  const separator = peer.includes(':') ? ':' : '.';
  return `${peer.split(separator).slice(0, 3).join(separator)}${separator}`;
}
