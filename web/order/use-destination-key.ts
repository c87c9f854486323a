import { useEffect, useState } from 'react';
import { isKeyText } from '#web/api/order-key.ts';

const HASH_PREFIX = '#destination=';
const nameOf = (orderId: string): string => `destination-key:${orderId}`;

/** Without storage the key is kept in memory until the page is closed. */
function storedKey(orderId: string): string | null {
  try {
    return sessionStorage.getItem(nameOf(orderId));
  } catch {
    return null;
  }
}

function storeKey(orderId: string, key: string): void {
  try {
    sessionStorage.setItem(nameOf(orderId), key);
  } catch {
    // Storage is unavailable: the page has the key in memory
  }
}

/** The key of the e-mail that asked for another destination. Read from the URL's hash, removed from the URL and stored for this tab. */
export function useDestinationKey(orderId: string): string | null {
  const [key, setKey] = useState<string | null>(null);
  useEffect(() => {
    const takeFromHash = () => {
      const { hash, pathname, search } = location;
      const candidate = hash.startsWith(HASH_PREFIX) ? hash.slice(HASH_PREFIX.length) : '';
      if (!isKeyText(candidate)) return;
      storeKey(orderId, candidate);
      setKey(candidate);
      history.replaceState(history.state, '', `${pathname}${search}`);
    };
    // oxlint-disable-next-line react/set-state-in-effect -- the server does not know the key, and the first render must equal the server's
    setKey(storedKey(orderId));
    takeFromHash();
    // The e-mail's link opened on this page changes only the hash
    addEventListener('hashchange', takeFromHash);
    return () => removeEventListener('hashchange', takeFromHash);
  }, [orderId]);
  return key;
}
