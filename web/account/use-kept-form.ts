import { useEffect, useRef, useState, type RefObject } from 'react';
import { keepTyping, takeTyping } from '#web/shell/kept-typing.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

const isKept = ({ name, type }: Field): boolean => name !== '' && type !== 'password' && type !== 'hidden';
const isTicked = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';
/** Several radio buttons share a name. */
const keyOf = ({ name, type, value }: Field): string => (type === 'radio' ? `${name}=${value}` : name);

/** Taking over a page, React gives a textarea its served text again, and no other field: what was typed over it meanwhile is read before. */
const typedOver = (): ReadonlyMap<string, string> => {
  const areas = typeof document === 'undefined' ? [] : [...document.querySelectorAll('textarea')];
  return new Map(areas.filter((area) => area.value !== area.defaultValue).map((area) => [area.id, area.value]));
};

/**
 * A form that is sent as a page: what is typed in it before its scripts are here stays, and, but for passwords, it comes along when the
 * language changes.
 */
export function useKeptForm(name: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const [typed] = useState(typedOver);
  useEffect(() => {
    const fields = () => [...(form.current?.querySelectorAll<Field>('input, textarea') ?? [])].filter(isKept);
    const kept = takeTyping(name);
    const stood = new Map<string, unknown>(typeof kept === 'object' && kept !== null ? Object.entries(kept) : []);
    for (const field of fields()) {
      if (field instanceof HTMLTextAreaElement) field.value = typed.get(field.id) ?? field.value;
      const value = stood.get(keyOf(field));
      if (isTicked(field)) field.checked = typeof value === 'boolean' ? value : field.checked;
      else if (typeof value === 'string' && field.value === field.defaultValue) field.value = value;
    }
    return keepTyping(name, () =>
      Object.fromEntries(fields().map((field) => [keyOf(field), isTicked(field) ? field.checked : field.value])),
    );
  }, [name, typed]);
  return form;
}
