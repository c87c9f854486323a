import { lazy, memo, startTransition, Suspense, useEffect, useReducer, useRef, type ComponentType } from 'react';
import { untilArrived } from './late-parts.ts';

/**
 * A part of a page that the server draws at once and whose scripts come after those of the page. Until they are here nothing new is told
 * to it: a part that is told something before it can run would be taken off the page, and drawn again when it can. What it missed
 * it is told then.
 */
export function latePart<Props extends object>(load: () => Promise<ComponentType<Props>>): ComponentType<Props> {
  let isHere = false;
  const waiting = new Set<() => void>();
  const Part = lazy(async () => {
    const part = await untilArrived(load);
    isHere = true;
    for (const tell of waiting) tell();
    return { default: part };
  });
  const Held = memo(function Held(props: Props) {
    return (
      <Suspense fallback={null}>
        <Part {...props} />
      </Suspense>
    );
  }) as unknown as ComponentType<Props>;
  return function LatePart(props: Props) {
    const told = useRef(props);
    const [, redraw] = useReducer((times: number) => times + 1, 0);
    useEffect(() => {
      if (isHere) return undefined;
      const tell = () => startTransition(redraw);
      waiting.add(tell);
      return () => void waiting.delete(tell);
    }, []);
    if (isHere) told.current = props;
    return <Held {...told.current} />;
  };
}
