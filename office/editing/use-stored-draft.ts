import { useCallback, useState } from 'react';

/** Text stored in this tab under `name` until it is sent: it survives leaving or reloading the screen. The setter works after unmounting too. */
export function useStoredDraft(name: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? '');
  const store = useCallback(
    (next: string | ((stored: string) => string)) => {
      const value = typeof next === 'string' ? next : next(sessionStorage.getItem(name) ?? '');
      if (value === '') sessionStorage.removeItem(name);
      else sessionStorage.setItem(name, value);
      setText(value);
    },
    [name],
  );
  return [text, store] as const;
}
