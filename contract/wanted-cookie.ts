import { unpackExchangeLink, type ExchangeLink } from '#core/link/exchange-link.ts';

/** The cookie by which a browser holds what a link asked to exchange, until it is closed. */
export const WANTED_COOKIE = 'wanted';

const PACKED = new RegExp(`(?:^|;\\s*)${WANTED_COOKIE}=([\\w.-]{1,70})(?:;|$)`);

/** What the browser that brings these cookies came for. */
export function wantedIn(cookies: string | null | undefined): ExchangeLink | undefined {
  const packed = PACKED.exec(cookies ?? '')?.[1];
  return packed === undefined ? undefined : unpackExchangeLink(packed);
}
