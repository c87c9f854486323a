import { type ReactNode, useContext, useMemo } from 'react';
import { Hand } from './hand.ts';

export interface BelowProps {
  /** Told by the forms below (`useHolders`, `useSteady`). */
  readonly tell: (holder: string, isHeld: boolean) => void;
  /** Whether it stands there only because somebody types in it. */
  readonly isGone: boolean;
  readonly children: ReactNode;
}

/** What holds its place while a form in it is held. */
export function Below({ tell, isGone, children }: BelowProps) {
  const isAllGone = useContext(Hand).isGone || isGone;
  const hand = useMemo(() => ({ tell, isGone: isAllGone }), [tell, isAllGone]);
  return <Hand value={hand}>{children}</Hand>;
}
