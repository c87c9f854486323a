import { useEffect, useRef, useState, type RefObject } from 'react';
import { registerInput, takeInput } from '#web/form/preserved-input.ts';

type Field = HTMLInputElement | HTMLTextAreaElement;

const isPreserved = ({ name, type }: Field): boolean => name !== '' && type !== 'password' && type !== 'hidden';
const isCheckable = (field: Field): field is HTMLInputElement => field.type === 'checkbox' || field.type === 'radio';
/** Radio buttons share a name: the value is part of their key. */
const keyOf = ({ name, type, value }: Field): string => (type === 'radio' ? `${name}=${value}` : name);

/** React resets textareas, and no other fields, to their served text on hydration: text typed before is read here, by element id. */
const editedTextareas = (): ReadonlyMap<string, string> => {
  const areas = typeof document === 'undefined' ? [] : [...document.querySelectorAll('textarea')];
  return new Map(areas.filter((area) => area.value !== area.defaultValue).map((area) => [area.id, area.value]));
};

/**
 * Ref for a form that is submitted as a document. Text typed before hydration stays, and all but passwords carries over to the page in the
 * other language.
 */
export function usePreservedInput(name: string): RefObject<HTMLFormElement | null> {
  const form = useRef<HTMLFormElement>(null);
  const [edited] = useState(editedTextareas);
  useEffect(() => {
    const fields = () => [...(form.current?.querySelectorAll<Field>('input, textarea') ?? [])].filter(isPreserved);
    const stored = takeInput(name);
    const storedValues = new Map<string, unknown>(typeof stored === 'object' && stored !== null ? Object.entries(stored) : []);
    for (const field of fields()) {
      if (field instanceof HTMLTextAreaElement) field.value = edited.get(field.id) ?? field.value;
      const value = storedValues.get(keyOf(field));
      if (isCheckable(field)) field.checked = typeof value === 'boolean' ? value : field.checked;
      else if (typeof value === 'string' && field.value === field.defaultValue) field.value = value;
    }
    return registerInput(name, () =>
      Object.fromEntries(fields().map((field) => [keyOf(field), isCheckable(field) ? field.checked : field.value])),
    );
  }, [name, edited]);
  return form;
}
