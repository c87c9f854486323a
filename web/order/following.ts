import type { Resource } from '#contract/document.ts';
import type { OrderAttributes } from '#contract/orders.ts';
import type { EstimateAttributes } from '#contract/requote-attributes.ts';
import type { Locale } from '#core/locale.ts';

/** The order as its page shows it. */
export interface Shown {
  readonly id: string;
  readonly locale: Locale;
  readonly version: number;
}

/** What a floating order would pay now, told between its versions. */
export interface Estimated {
  readonly version: number;
  readonly estimate: EstimateAttributes;
}

/** What a page does with what is told of its order. */
export interface Following {
  readonly onOrder: (resource: Resource<OrderAttributes>) => void;
  readonly onEstimate: (estimated: Estimated) => void;
  readonly onState: (isOpen: boolean) => void;
}
