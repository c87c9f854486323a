import { type ChangeEvent, useState } from 'react';
import { useEditing } from '#office/editing/Editing.tsx';

type NamesOf<Values, Type> = { [Name in keyof Values & string]: Values[Name] extends Type ? Name : never }[keyof Values & string];

interface TextProps {
  readonly field: string;
  readonly value: string;
  readonly onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement>) => void;
}

interface OptionProps {
  readonly field: string;
  readonly value: string | null;
  readonly onChange: (value: string | null) => void;
}

interface CheckProps {
  readonly checked: boolean;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export interface Fields<Values extends object> {
  readonly values: Values;
  readonly set: (part: Partial<Values>) => void;
  /** Takes `part` over the initial values, which then count as saved. */
  readonly reset: (part?: Partial<Values>) => void;
  /** The present values are saved: the form is not edited until they change. */
  readonly markSaved: () => void;
  /** Back to what was saved last. */
  readonly renew: () => void;
  readonly isChanged: boolean;
  /** A colleague has settled or changed the subject of this form since it was opened. */
  readonly isOutdated: boolean;
  /** Props of a text field, native select included: `<TextInput {...form.text('email')} label=... />`. */
  readonly text: (name: NamesOf<Values, string>) => TextProps;
  /** Props of a `Select` over a closed list. */
  readonly option: <Name extends keyof Values & string>(name: Name, options: readonly Values[Name][]) => OptionProps;
  /** The same for a `NativeSelect`. */
  readonly nativeOption: <Name extends keyof Values & string>(name: Name, options: readonly Values[Name][]) => TextProps;
  readonly check: (name: NamesOf<Values, boolean>) => CheckProps;
}

/**
 * Values of a form by the members of the body they are sent as, and the props of its fields. Unsaved changes keep the form on screen
 * (`useEditing`).
 */
export function useFields<Values extends object>(initial: Values): Fields<Values> {
  const [values, setValues] = useState(initial);
  const [saved, setSaved] = useState(initial);
  const isChanged = JSON.stringify(values) !== JSON.stringify(saved);
  const isOutdated = useEditing(isChanged);
  const set = (part: Partial<Values>) => setValues((before) => ({ ...before, ...part }));
  const setOne = <Name extends keyof Values>(name: Name, value: Values[Name]) => setValues((before) => ({ ...before, [name]: value }));
  const choose = <Name extends keyof Values>(name: Name, options: readonly Values[Name][], text: string | null) => {
    const chosen = options.find((option) => String(option) === text);
    if (chosen !== undefined) setOne(name, chosen);
  };
  return {
    values,
    set,
    reset(part = {}) {
      setValues({ ...initial, ...part });
      setSaved({ ...initial, ...part });
    },
    markSaved: () => setSaved(values),
    renew: () => setValues(saved),
    isChanged,
    isOutdated,
    text: (name) => ({
      field: name,
      value: String(values[name]),
      onChange: ({ currentTarget }) => setOne(name, currentTarget.value as Values[typeof name]),
    }),
    option: (name, options) => ({
      field: name,
      value: values[name] === null || values[name] === undefined ? null : String(values[name]),
      onChange: (value) => choose(name, options, value),
    }),
    nativeOption: (name, options) => ({
      field: name,
      value: String(values[name]),
      onChange: ({ currentTarget }) => choose(name, options, currentTarget.value),
    }),
    check: (name) => ({
      checked: values[name] === true,
      onChange: ({ currentTarget }) => setOne(name, currentTarget.checked as Values[typeof name]),
    }),
  };
}
