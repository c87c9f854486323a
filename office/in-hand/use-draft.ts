import { useEffect, useState } from 'react';

/** Text that stays in this tab under its name until it is sent, also when its screen is left or loaded anew. */
export function useDraft(name: string) {
  const [text, setText] = useState(() => sessionStorage.getItem(name) ?? '');
  useEffect(() => {
    if (text === '') sessionStorage.removeItem(name);
    else sessionStorage.setItem(name, text);
  }, [name, text]);
  return [text, setText] as const;
}
