import { expect, test } from 'vitest';
import { APPROVAL_KIND_NAMES } from '#core/staff/approval.ts';
import { filesBelow, textOf } from './files.ts';

const SCREENS = filesBelow('office', /\.tsx$/);
const FORM = 'office/form/CheckedForm.tsx';
const FIELDS = 'office/form/fields.tsx';
const outside = (file: string): boolean => file !== FORM && file !== FIELDS;
const matching = (pattern: RegExp): string[] => SCREENS.filter((file) => pattern.test(textOf(file)));
/** What a file takes from the component library. */
const takenBy = (file: string): string[] =>
  [...textOf(file).matchAll(/import \{([^}]*)\} from '@mantine\/core'/g)].flatMap(([, names = '']) =>
    names.split(',').map((name) => name.trim()),
  );
/** Fields that are validated; other fields of the library cannot be invalid before they are sent. */
const JUDGED = [
  'TextInput',
  'Textarea',
  'PasswordInput',
  'Select',
  'NativeSelect',
  'FileInput',
  'PinInput',
  'JsonInput',
  'Autocomplete',
  'MultiSelect',
];
/** Opening tags of elements, attributes included; an arrow function inside does not end a tag. */
const tagsOf = (file: string, names: string): string[] => textOf(file).match(new RegExp(`<(?:${names})\\b(?:=>|[^>])*>`, 'g')) ?? [];

test("every form of the office is a CheckedForm: no other shows the browser's own messages (spec 5)", () => {
  expect(matching(/<form\b|component="form"/)).toEqual([FORM]);
  expect(tagsOf(FORM, 'form')).toHaveLength(1);
  expect(tagsOf(FORM, 'form').every((tag) => /\snoValidate\s/.test(tag))).toBe(true);
  expect(matching(/<CheckedForm\b/).length).toBeGreaterThan(30);
});

test('no code asks the browser to validate a form: it would show its own message', () => {
  expect(matching(/\breportValidity\(|\bsetCustomValidity\(/)).toEqual([]);
});

test('a field that may be invalid is one that its form can mark', () => {
  const taken = SCREENS.filter(outside).flatMap((file) =>
    takenBy(file).flatMap((name) => (JUDGED.includes(name) ? [`${file}: ${name}`] : [])),
  );
  expect(taken).toEqual([]);
  const raw = SCREENS.filter(outside).flatMap((file) =>
    tagsOf(file, 'input|select|textarea|NumberInput|Checkbox')
      .filter((tag) => /\srequired[\s/>=]|type="(?:email|url|number|date|datetime-local|time)"|\spattern=/.test(tag))
      .map((tag) => `${file}: ${tag}`),
  );
  expect(raw).toEqual([]);
});

/** Calls made automatically, not by a form. */
const ASKED_BY_ITSELF: readonly string[] = ['pay_out', 'release_cap'];

test('a form whose proposal may wait for approval names waiting ones, so that it is not sent twice', () => {
  const named = SCREENS.flatMap((file) => [...textOf(file).matchAll(/\bkind: '(\w+)'/g)].map(([, kind]) => kind));
  expect(APPROVAL_KIND_NAMES.filter((kind) => !ASKED_BY_ITSELF.includes(kind) && !named.includes(kind))).toEqual([]);
  expect(matching(/\bwaits=\{/).length).toBeGreaterThan(15);
});

test('every change in the office is a command (useCommand, useAction)', () => {
  expect(filesBelow('office', /\.tsx?$/).filter((file) => /\buseMutation\b/.test(textOf(file)))).toEqual(['office/api/use-command.ts']);
});
