import { useEffect, useState } from 'react';

/** Text stored in this tab under `name` until it is sent: it survives leaving or reloading the screen. */
export function useStoredDraft(name: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? '');
  useEffect(() => {
    if (text === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  }, [name, text]);
  return [text, setText] as const;
}
