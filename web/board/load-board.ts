import { getBoard, getShopFacts, type ShopFactsAttributes } from '#contract/public/board.ts';
import { call, type Transport } from '#contract/call.ts';
import { type BoardRow, type BoardSide, rowOf } from './rows.ts';

/** Rates of all directions from or to one system; undefined: the request failed. */
export async function loadBoard(transport: Transport, side: BoardSide, code: string): Promise<readonly BoardRow[] | undefined> {
  const query = side === 'income' ? { income_payment_system_id: code } : { outcome_payment_system_id: code };
  const response = await call(getBoard, { query }, transport);
  return response.ok ? response.data.map(({ attributes }) => rowOf(side, attributes)) : undefined;
}

/** Measured figures of the service; undefined: the request failed. */
export async function loadFacts(transport: Transport): Promise<ShopFactsAttributes | undefined> {
  const response = await call(getShopFacts, {}, transport);
  return response.ok ? response.data.attributes : undefined;
}
