/** What a visitor types below the trays. */
export interface Typed {
  readonly email: string;
  readonly income: Readonly<Record<string, string>>;
  readonly outcome: Readonly<Record<string, string>>;
  readonly noMemo: boolean;
  readonly acceptsTerms: boolean;
}
