import { createContext, useCallback, useContext, useId, useLayoutEffect, useState } from 'react';

interface Hand {
  /** Stable: told by every form as it opens and closes. */
  readonly tell: (holder: string, isHeld: boolean) => void;
  /** Whether it stands there only because somebody types in it. */
  readonly isGone: boolean;
}

/** What a form tells of itself to whatever may be taken away with it. */
export const Hand = createContext<Hand>({ tell: () => undefined, isGone: false });

/** Said by a form while somebody works in it: what it stands in stays. Gives whether that has been settled meanwhile. */
export function useHold(isHeld: boolean): boolean {
  const { tell, isGone } = useContext(Hand);
  const holder = useId();
  useLayoutEffect(() => {
    if (!isHeld) return;
    tell(holder, true);
    return () => tell(holder, false);
  }, [tell, holder, isHeld]);
  return isGone;
}

const NOBODY: ReadonlySet<string> = new Set();

/** Whether a form below says that it is held; whoever stands above is told as well. */
export function useHolders() {
  const { tell: tellAbove } = useContext(Hand);
  const [holders, setHolders] = useState(NOBODY);
  const tell = useCallback(
    (holder: string, isHeld: boolean) => {
      setHolders((before) => new Set([...[...before].filter((one) => one !== holder), ...(isHeld ? [holder] : [])]));
      tellAbove(holder, isHeld);
    },
    [tellAbove],
  );
  return { isHeld: holders.size > 0, tell };
}

/** What is there now; while a form below says that it is held, what was there when it began to. */
export function useSteady<Value>(now: Value) {
  const { isHeld, tell } = useHolders();
  const [steady, setSteady] = useState(now);
  if (!isHeld && steady !== now) setSteady(now);
  return { steady: isHeld ? steady : now, tell };
}
