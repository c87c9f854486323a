import { call, type Transport } from '#contract/call.ts';
import { getOrder } from '#contract/public/orders.ts';
import { openOrderIn } from '#contract/visit-cookies.ts';
import { browserTransport } from '#web/api/browser-transport.ts';
import type { Locale } from '#core/locale.ts';
import { isOpen, toOrder, type Order } from '#web/order/order.ts';
import { forgetOpenOrder } from './forget-open-order.ts';

/** The order that these cookies name; null: none, or not known now; `ended`: it waits no more, or cannot be opened here. */
export async function loadOpenOrder(transport: Transport, cookies: string | null): Promise<Order | null | 'ended'> {
  const id = openOrderIn(cookies);
  if (id === undefined) return null;
  const response = await call(getOrder, { params: { id } }, transport);
  if (response.ok) return isOpen(response.data.attributes) ? toOrder(response.data) : 'ended';
  return response.status === 401 || response.status === 403 || response.status === 404 ? 'ended' : null;
}

/** The open order in a browser whose cookies may have changed in another tab. `current` where they name the same one. */
export async function readAgain(locale: Locale, current: Order | null): Promise<Order | null> {
  const cookies = document.cookie;
  const id = openOrderIn(cookies);
  if (id === current?.id) return current;
  const opened = await loadOpenOrder(browserTransport(locale), cookies);
  if (opened !== 'ended') return opened;
  // Another tab may have made an order meanwhile
  if (openOrderIn(document.cookie) === id) forgetOpenOrder();
  return null;
}
