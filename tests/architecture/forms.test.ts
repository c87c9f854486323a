import { expect, test } from 'vitest';
import { filesBelow, textOf } from './files.ts';

const SCREENS = filesBelow('web', /\.tsx$/);
const matching = (pattern: RegExp): string[] => SCREENS.filter((file) => pattern.test(textOf(file)));
/** Opening tags of elements, attributes included; an arrow function inside does not end a tag. */
const tagsOf = (file: string, names: string): string[] => textOf(file).match(new RegExp(`<(?:${names})\\b(?:=>|[^>])*>`, 'g')) ?? [];
const isRequired = (tag: string): boolean => /\srequired[\s/>]/.test(tag);

test("every form of the site is a CheckedForm: no other shows the browser's own messages (spec 5)", () => {
  expect(matching(/<form\b/)).toEqual(['web/form/CheckedForm.tsx']);
  expect(tagsOf('web/form/CheckedForm.tsx', 'form').filter((tag) => !tag.includes('noValidate'))).toEqual([]);
});

test('a form of the router is only for searches and choices, and shows none either', () => {
  const forms = matching(/import \{[^}]*\bForm\b[^}]*\} from 'react-router'/);
  expect(forms.length).toBeGreaterThan(4);
  for (const file of forms) {
    expect([file, tagsOf(file, 'Form').filter((tag) => !tag.includes('noValidate'))]).toEqual([file, []]);
    expect([file, tagsOf(file, 'TextField|input|select|textarea').filter((tag) => isRequired(tag) || tag.includes('"email"'))]).toEqual([
      file,
      [],
    ]);
  }
});

test('a required field has a name, by which its form shows its error', () => {
  const fields = SCREENS.flatMap((file) => tagsOf(file, 'TextField|TextArea|CheckField|select').map((tag) => ({ file, tag })));
  const required = fields.filter(({ tag }) => isRequired(tag));
  expect(required.length).toBeGreaterThan(15);
  expect(required.filter(({ tag }) => !/\sname=/.test(tag)).map(({ file }) => file)).toEqual([]);
});
