import { lazy, memo, startTransition, Suspense, useEffect, useReducer, useRef, type ComponentType } from 'react';
import { retryUntilLoaded } from '#web/loading/late-parts.ts';

/**
 * A part of a page that the server renders and whose script loads later. Until then its props are
 * frozen: new ones would make React discard the served markup.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let isLoaded = false;
  const listeners = new Set<() => void>();
  const Part = lazy(async () => {
    const part = await retryUntilLoaded(load);
    isLoaded = true;
    for (const notify of listeners) notify();
    return { default: part };
  });
  const FrozenPart = memo(function FrozenPart(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  }) as unknown as ComponentType<Props>;
  return function LatePart(props: Props) {
    const renderedProps = useRef(props);
    const [, redraw] = useReducer((times: number) => times + 1, 0);
    useEffect(() => {
      if (isLoaded) return undefined;
      const notify = () => startTransition(redraw);
      listeners.add(notify);
      return () => void listeners.delete(notify);
    }, []);
    if (isLoaded) renderedProps.current = props;
    return <FrozenPart {...renderedProps.current} />;
  };
}
