import { expect, it } from 'vitest';
import { explorerUrl, isExplorerTemplate } from './explorer-template.ts';

it('escapes a hash, whatever it is', () => {
  expect(explorerUrl('https://scan.example/tx/{tx}', '../"><script>$&?a=1#b')).toBe(
    'https://scan.example/tx/..%2F%22%3E%3Cscript%3E%24%26%3Fa%3D1%23b',
  );
});

it.each([
  ['https://scan.example/tx/{tx}', true],
  ['https://scan.example/#/tx/{tx}?lang=en', true],
  ['http://scan.example/tx/{tx}', false],
  ['javascript:alert("{tx}")', false],
  ['https://scan.example/tx/', false],
  ['https://{tx}.example/tx/', false],
  ['https://name:word@scan.example/tx/{tx}', false],
  ['//scan.example/tx/{tx}', false],
])('%s is a template: %s', (template, isOne) => {
  expect(isExplorerTemplate(template)).toBe(isOne);
  expect(explorerUrl(template, 'ab12') === null).toBe(!isOne);
});
