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
/** Fields that a browser may judge; the rest of the library's cannot be wrong before they are sent. */
const JUDGED = ['TextInput', 'Textarea', 'PasswordInput', 'Select', 'NativeSelect', 'FileInput', 'PinInput', 'JsonInput', 'Autocomplete'];
/** Opening tags of elements, attributes included; an arrow function inside does not end a tag. */
const tagsOf = (file: string, names: string): string[] => textOf(file).match(new RegExp(`<(?:${names})\\b(?:=>|[^>])*>`, 'g')) ?? [];

test('every form of the office is the one that checks itself: no other shows the bubbles of the browser (spec 5)', () => {
  expect(matching(/<form\b|component="form"/)).toEqual([FORM]);
  expect(tagsOf(FORM, 'form')).toHaveLength(1);
  expect(tagsOf(FORM, 'form').every((tag) => /\snoValidate\s/.test(tag))).toBe(true);
  expect(matching(/<CheckedForm\b/).length).toBeGreaterThan(30);
});

test('nothing asks the browser to judge a form: it would answer with a bubble', () => {
  expect(matching(/\breportValidity\(|\bsetCustomValidity\(/)).toEqual([]);
});

test('a field that may be wrong is one that its form can tell of it', () => {
  const taken = SCREENS.filter(outside).flatMap((file) =>
    takenBy(file).flatMap((name) => (JUDGED.includes(name) ? [`${file}: ${name}`] : [])),
  );
  expect(taken).toEqual([]);
  const raw = SCREENS.filter(outside).flatMap((file) =>
    tagsOf(file, 'input|select|textarea|NumberInput|MultiSelect|Checkbox')
      .filter((tag) => /\srequired[\s/>=]|type="(?:email|url|number|date|datetime-local|time)"|\spattern=/.test(tag))
      .map((tag) => `${file}: ${tag}`),
  );
  expect(raw).toEqual([]);
});

/** What the product asks by itself: no form sends it. */
const ASKED_BY_ITSELF: readonly string[] = ['pay_out', 'release_cap'];

test('a form whose words may go to a second person names what waits for one, so that nobody sends it twice', () => {
  const named = SCREENS.flatMap((file) => [...textOf(file).matchAll(/\bkind: '(\w+)'/g)].map(([, kind]) => kind));
  expect(APPROVAL_KIND_NAMES.filter((kind) => !ASKED_BY_ITSELF.includes(kind) && !named.includes(kind))).toEqual([]);
  expect(matching(/\bwaits=\{/).length).toBeGreaterThan(15);
});

test('what changes something in the office is a command (useCommand, useAction)', () => {
  expect(filesBelow('office', /\.tsx?$/).filter((file) => /\buseMutation\b/.test(textOf(file)))).toEqual(['office/api/use-command.ts']);
});
