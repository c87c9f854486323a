import { fetchTransport } from '#contract/fetch-transport.ts';
import type { Transport } from '#contract/call.ts';
import type { Locale } from '#core/locale.ts';

/** How the office calls the server. Giving a lease back must survive the page that does it. */
export const transportOf = (locale: Locale): Transport =>
  fetchTransport({
    locale,
    fetch: (url, init: RequestInit & { method: string }) => fetch(url, { ...init, keepalive: init.method === 'DELETE' }),
  });
