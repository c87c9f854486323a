/** One visitor of a network: an IPv4 address, or the /64 an IPv6 customer is given. */
export const peerOf = (ip: string): string => (ip.includes(':') && !ip.includes('.') ? ip.split(':').slice(0, 4).join(':') : ip);
