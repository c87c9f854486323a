import { useEffect, useRef } from 'react';
import { ring } from './bell.ts';
import { useCalling } from './use-calling.ts';

const COUNTED = /^\(\d+\) /;

/** Puts the count before the title that a page sets. */
function countInTitle(count: number): () => void {
  const write = () => {
    const bare = document.title.replace(COUNTED, '');
    const title = count === 0 ? bare : `(${count}) ${bare}`;
    if (document.title !== title) document.title = title;
  };
  write();
  const observer = new MutationObserver(write);
  observer.observe(document.head, { childList: true, subtree: true, characterData: true });
  return () => observer.disconnect();
}

/** Shows the count of waiting work in the tab's title, and sounds when it grows (domain 11). */
export function useAlarmBell(): void {
  const { calling: count } = useCalling();
  const before = useRef(count);
  useEffect(() => {
    if (count > before.current) void ring();
    before.current = count;
    return countInTitle(count);
  }, [count]);
}
