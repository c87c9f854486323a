import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/public/order-attributes.ts';
import type { EstimateAttributes } from '#contract/public/requote-attributes.ts';
import type { Locale } from '#core/locale.ts';

/** The order version that the page shows. */
export interface FollowedOrder {
  readonly id: string;
  readonly locale: Locale;
  readonly version: number;
}

/** Estimate of a floating order between its versions. */
export interface EstimateUpdate {
  readonly version: number;
  readonly estimate: EstimateAttributes;
}

/** Callbacks for events of one order. */
export interface OrderListener {
  readonly onOrder: (resource: Resource<OrderAttributes>) => void;
  readonly onEstimate: (estimated: EstimateUpdate) => void;
  readonly onState: (isOpen: boolean) => void;
}
