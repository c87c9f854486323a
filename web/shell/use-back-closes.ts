import { useEffect, useEffectEvent } from 'react';

const MARK = 'closes';

const isMarked = (state: unknown): boolean => typeof state === 'object' && state !== null && MARK in state;

/**
 * What lies over the page is a step of its history: "back" (a telephone's own button) closes it and stays on the page. Closed in any other
 * way it takes its step away again.
 */
export function useBackCloses(isOpen: boolean, close: () => void): void {
  const closes = useEffectEvent(close);
  useEffect(() => {
    if (!isOpen) return;
    const { history } = globalThis;
    history.pushState({ ...(history.state as object | null), [MARK]: true }, '');
    const onBack = () => closes();
    globalThis.addEventListener('popstate', onBack);
    return () => {
      globalThis.removeEventListener('popstate', onBack);
      if (isMarked(history.state)) history.back();
    };
  }, [isOpen]);
}
