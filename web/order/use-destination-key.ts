import { useEffect, useState } from 'react';
import { isKeyText } from './order-key.ts';

const MARK = '#destination=';
const nameOf = (orderId: string): string => `destination-key:${orderId}`;

/** Storage may be closed to us: then the key lives as long as the page. */
function kept(orderId: string): string | null {
  try {
    return sessionStorage.getItem(nameOf(orderId));
  } catch {
    return null;
  }
}

function keep(orderId: string, key: string): void {
  try {
    sessionStorage.setItem(nameOf(orderId), key);
  } catch {
    // The page has it all the same
  }
}

/** The key of the letter that asked for another destination: it comes behind `#`, leaves the address at once and stays with this tab. */
export function useDestinationKey(orderId: string): string | null {
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    const take = () => {
      const { hash, pathname, search } = location;
      const given = hash.startsWith(MARK) ? hash.slice(MARK.length) : '';
      if (!isKeyText(given)) return;
      keep(orderId, given);
      setKey(given);
      history.replaceState(history.state, '', `${pathname}${search}`);
    };
    // oxlint-disable-next-line react/set-state-in-effect -- the served page knows nothing of it, and the first drawing must be the served one
    setKey(kept(orderId));
    take();
    // The letter's link opened over this very page changes nothing but the mark
    addEventListener('hashchange', take);
    return () => removeEventListener('hashchange', take);
  }, [orderId]);
  return key;
}
