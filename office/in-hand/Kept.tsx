import type { ReactNode } from 'react';
import { Below } from './Below.tsx';
import { useHolders } from './hand.ts';

export interface KeptProps {
  /** Whether what stands here is offered now. */
  readonly when: boolean;
  readonly children: ReactNode;
}

/** What is offered, and stays while somebody types in it also when it is offered no longer: what is typed is not taken from him. */
export function Kept({ when, children }: KeptProps) {
  const { isHeld, tell } = useHolders();
  return when || isHeld ? (
    <Below tell={tell} isGone={!when}>
      {children}
    </Below>
  ) : null;
}
