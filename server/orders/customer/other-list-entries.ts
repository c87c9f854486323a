import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import type { Locale } from '#core/locale.ts';
import type { Result } from '#core/result.ts';
import type { StatusGroup } from '#core/order/status.ts';
import type { Queryable, Sql, Tx } from '#server/platform/db/db.ts';

/** Filter of a customer's order list. */
export interface OrdersQuery {
  readonly status_group?: StatusGroup | undefined;
  readonly kind?: 'exchange' | 'withdrawal' | undefined;
  readonly payment_system_id?: string | undefined;
  readonly created_from?: string | undefined;
  readonly created_to?: string | undefined;
  readonly q?: string | undefined;
}

/** One entry of another module in the customer's order list. */
export interface ListEntryView {
  readonly version: number;
  readonly resource: Resource<OrderAttributes>;
}

interface EntryOwner {
  readonly id: string;
  readonly userId: string;
}

/** Entries of another module in the customer's order list (withdrawals, domain 8); provided at assembly by that module. */
export interface OtherListEntries<Deps> {
  /** Matching entries as `select id, created_at, expires_at, status`; null: none match. */
  listSql(userId: string, query: OrdersQuery): Sql | null;
  /** Entries by id, in the caller's language. */
  present(deps: Deps, db: Queryable, ids: readonly string[], locale: Locale): Promise<ReadonlyMap<string, Resource<OrderAttributes>>>;
  /** The user's own entry; undefined for one of someone else and for an unknown one. */
  find(deps: Deps, db: Queryable, query: EntryOwner & { readonly locale: Locale }): Promise<ListEntryView | undefined>;
  /** T29, by the customer. */
  cancel(
    deps: Deps,
    tx: Tx,
    query: EntryOwner & { readonly locale: Locale },
  ): Promise<Result<ListEntryView, 'not_found' | 'order_state_conflict'>>;
}
