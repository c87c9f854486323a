import type { CallError } from '#contract/call-errors.ts';

/** Why no order was made. `isSettled`: the API has answered, so a repetition is a new attempt and needs a new key. */
export interface NotCreated {
  readonly errors: readonly CallError[];
  readonly isSettled: boolean;
}

/** The same from a running page: a lost connection is an answer too, not a broken page, and nothing typed is lost. */
export async function createOrderFromPage({ serverAction }: { readonly serverAction: () => Promise<unknown> }): Promise<NotCreated> {
  try {
    return (await serverAction()) as NotCreated;
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    return { errors: [], isSettled: false };
  }
}
