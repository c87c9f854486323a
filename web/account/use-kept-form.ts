import { useEffect, useRef, type RefObject } from 'react';
import { keepTyping, takeTyping } from '#web/shell/kept-typing.ts';

const isKept = ({ name, type }: HTMLInputElement): boolean => name !== '' && type !== 'password' && type !== 'hidden';

/** A form that is sent as a page: what is typed in it, but for passwords, comes along when the language changes. */
export function useKeptForm(name: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const fields = () => [...(form.current?.querySelectorAll('input') ?? [])].filter(isKept);
    const kept = takeTyping(name);
    const stood = new Map<string, unknown>(typeof kept === 'object' && kept !== null ? Object.entries(kept) : []);
    for (const field of fields()) {
      const value = stood.get(field.name);
      if (typeof value === 'boolean') field.checked = value;
      else if (typeof value === 'string' && field.value === field.defaultValue) field.value = value;
    }
    return keepTyping(name, () =>
      Object.fromEntries(fields().map((field) => [field.name, field.type === 'checkbox' ? field.checked : field.value])),
    );
  }, [name]);
  return form;
}
