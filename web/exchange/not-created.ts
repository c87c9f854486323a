import { redirectDocument } from 'react-router';
import type { CallError } from '#contract/call-errors.ts';
import { isRouteReady } from '#web/shell/late-parts.ts';
import type { Asked } from './ask.ts';
import type { Typed } from './typed.ts';

/** An attempt that nobody has answered: it is sent again as it was, so that it makes no second order. */
export interface OpenAttempt {
  readonly key: string;
  /** The numbers of its page, by the names of their fields. */
  readonly numbers: Readonly<Record<string, string>>;
}

/** Why no order was made. `isSettled`: the API has answered. */
export interface NotCreated {
  readonly errors: readonly CallError[];
  readonly isSettled: boolean;
  /** For a form sent without scripts: fresh numbers and everything typed, to be sent once more. */
  readonly again?: {
    readonly asked: Asked;
    readonly typed: Typed;
    /** Whether another amount or slot was asked for than the page had numbers for. */
    readonly isUnseen: boolean;
    /** Undefined where the API has answered. */
    readonly attempt?: OpenAttempt;
  };
}

/** Whether the next press is another attempt: who asks too often is turned away before anybody looks whether an order stands. */
export const endsAttempt = ({ isSettled, errors }: Pick<NotCreated, 'isSettled' | 'errors'>): boolean =>
  isSettled && !errors.some(({ code }) => code === 'too_many_requests');

/** The same from a running page: a lost connection is an answer too, not a broken page, and nothing typed is lost. */
export async function createOrderFromPage({ serverAction }: { readonly serverAction: () => Promise<unknown> }): Promise<NotCreated> {
  try {
    return (await serverAction()) as NotCreated;
  } catch (thrown) {
    if (thrown instanceof Response) throw await withItsFiles(thrown);
    return { errors: [], isSettled: false };
  }
}

/**
 * The order is made: what leads to it must not fail. Where the files of its page do not come, the framework would load this page anew and
 * show an empty form; a document of the order needs none of them.
 */
async function withItsFiles(answer: Response): Promise<Response> {
  const address = answer.headers.get('location');
  if (address === null || (await isRouteReady('order'))) return answer;
  return redirectDocument(address);
}
