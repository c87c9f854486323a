import { getBoard, getShopFacts, type ShopFactsAttributes } from '#contract/board.ts';
import { call, type Transport } from '#contract/call.ts';
import { type BoardRow, type BoardSide, rowOf } from './rows.ts';

/** The lines of one system; undefined where nobody answers. */
export async function askBoard(transport: Transport, side: BoardSide, code: string): Promise<readonly BoardRow[] | undefined> {
  const query = side === 'income' ? { income_payment_system_id: code } : { outcome_payment_system_id: code };
  const told = await call(getBoard, { query }, transport);
  return told.ok ? told.data.map(({ attributes }) => rowOf(side, attributes)) : undefined;
}

/** What the shop has done lately; undefined where nobody answers. */
export async function askFacts(transport: Transport): Promise<ShopFactsAttributes | undefined> {
  const told = await call(getShopFacts, {}, transport);
  return told.ok ? told.data.attributes : undefined;
}
