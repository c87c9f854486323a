/** Details entered below the amounts. */
export interface OrderDetails {
  readonly email: string;
  readonly income: Readonly<Record<string, string>>;
  readonly outcome: Readonly<Record<string, string>>;
  readonly noMemo: boolean;
  readonly acceptsTerms: boolean;
}
