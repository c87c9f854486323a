import { unpackExchangeLink, type ExchangeLink } from '#core/link/exchange-link.ts';

/** Session cookie with the exchange that a link named. */
export const WANTED_COOKIE = 'wanted';

const PACKED = new RegExp(`(?:^|;\\s*)${WANTED_COOKIE}=([\\w.-]{1,70})(?:;|$)`);

/** The exchange in these cookies; undefined if there is none. */
export function wantedIn(cookies: string | null | undefined): ExchangeLink | undefined {
  const packed = PACKED.exec(cookies ?? '')?.[1];
  return packed === undefined ? undefined : unpackExchangeLink(packed);
}
