import type { Sql } from 'sql-template-tag';
import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/orders.ts';
import type { Locale } from '#core/locale.ts';
import type { Result } from '#core/result.ts';
import type { StatusGroup } from '#core/order/status.ts';
import type { Queryable, Tx } from '#server/platform/db/db.ts';

/** Which of his orders a customer asks for. */
export interface WantedOrders {
  readonly status_group?: StatusGroup | undefined;
  readonly kind?: 'exchange' | 'withdrawal' | undefined;
  readonly payment_system_id?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly q?: string | undefined;
}

/** One thing of another noun that its customer finds among his orders. */
export interface Shown {
  readonly version: number;
  readonly resource: Resource<OrderAttributes>;
}

interface Whose {
  readonly id: string;
  readonly userId: string;
}

/** What stands among somebody's orders and is none (withdrawals, domain 8): given at assembly by the noun that has it. */
export interface BesideOrdersWith<Deps> {
  /** Those that are asked for, as `select id, created_at, expires_at, status`; null: none of them are. */
  listed(userId: string, wanted: WantedOrders): Sql | null;
  /** By their ids, as the caller's language tells them. */
  present(deps: Deps, db: Queryable, ids: readonly string[], locale: Locale): Promise<ReadonlyMap<string, Resource<OrderAttributes>>>;
  /** His own one; undefined for another's and for none alike. */
  find(deps: Deps, db: Queryable, asked: Whose & { readonly locale: Locale }): Promise<Shown | undefined>;
  /** T29, by its customer. */
  cancel(deps: Deps, tx: Tx, asked: Whose & { readonly locale: Locale }): Promise<Result<Shown, 'not_found' | 'order_state_conflict'>>;
}
