import { Fragment, type ReactNode } from 'react';
import { Below } from './Below.tsx';
import { useSteady } from './hand.ts';

export interface SteadyProps<Stored> {
  readonly stored: Stored;
  /** A form of it, which says by `useHold` that something is typed. */
  readonly children: (stored: Stored) => ReactNode;
}

/** What is stored, in a form: follows it while nothing is typed; once something is, it stays over the version that was read. */
export function Steady<Stored extends { readonly version: number }>({ stored, children }: SteadyProps<Stored>) {
  const { steady, tell } = useSteady(stored);
  return (
    <Below tell={tell} isGone={steady.version !== stored.version}>
      <Fragment key={steady.version}>{children(steady)}</Fragment>
    </Below>
  );
}
