import { expect, test } from 'vitest';
import { checkWebhookUrl } from './webhook-url.ts';

const check = (text: string, allowedHosts: readonly string[] = []) => {
  const checked = checkWebhookUrl(text, { allowedHosts, ownHost: 'shop.example.com' });
  return checked.ok ? checked.url.href : checked.problem;
};

test.each([
  ['', 'not_a_url'],
  ['hooks.partner.com/a', 'not_a_url'],
  ['https://', 'not_a_url'],
  [`https://partner.com/${'a'.repeat(500)}`, 'not_a_url'],
  ['https://partner.com/\r\nHost: x', 'not_a_url'],
  [' https://partner.com/', 'not_a_url'],
  ['https:\\\\partner.com', 'not_a_url'],
  ['https://partner.com/\u202e', 'not_a_url'],
  ['https://partner.com/#a', 'not_a_url'],
  ['http://partner.com/', 'not_encrypted'],
  ['ftp://partner.com/', 'not_encrypted'],
  ['file:///etc/passwd', 'not_encrypted'],
  ['javascript:alert(1)', 'not_encrypted'],
  ['gopher://127.0.0.1:6379/_x', 'not_encrypted'],
  ['https://user:pass@partner.com/', 'has_credentials'],
  ['https://partner.com@127.0.0.1/', 'has_credentials'],
  ['https://127.0.0.1/', 'not_a_name'],
  ['https://2130706433/', 'not_a_name'],
  ['https://0x7f000001/', 'not_a_name'],
  ['https://0177.0.0.1/', 'not_a_name'],
  ['https://0x7f.1/', 'not_a_name'],
  ['https://127.1/', 'not_a_name'],
  ['https://0/', 'not_a_name'],
  ['https://①②⑦.⓪.⓪.①/', 'not_a_name'],
  ['https://127。0。0。1/', 'not_a_name'],
  ['https://[::1]/', 'not_a_name'],
  ['https://[::ffff:127.0.0.1]/', 'not_a_name'],
  ['https://[::ffff:7f00:1]/', 'not_a_name'],
  ['https://[fd00:ec2::254]/latest/meta-data/', 'not_a_name'],
  ['https://169.254.169.254/latest/meta-data/', 'not_a_name'],
  ['https://8.8.8.8/', 'not_a_name'],
  ['https://localhost/', 'not_a_name'],
  ['https://partner.com./', 'not_a_name'],
  ['https://part_ner.com/', 'not_a_name'],
  ['https://a.localhost/', 'not_public'],
  ['https://db.internal/', 'not_public'],
  ['https://metadata.google.internal/', 'not_public'],
  ['https://printer.local/', 'not_public'],
  ['https://router.home.arpa/', 'not_public'],
  ['https://1.0.0.127.in-addr.arpa/', 'not_public'],
  ['https://partner.com:22/', 'wrong_port'],
  ['https://partner.com:6379/', 'wrong_port'],
  ['https://shop.example.com/api/v1/orders', 'our_own'],
])('%j is refused: %s', (text, problem) => expect(check(text)).toBe(problem));

test.each([
  ['https://hooks.partner.com/razmen?key=1', 'https://hooks.partner.com/razmen?key=1'],
  ['https://hooks.partner.com:443/', 'https://hooks.partner.com/'],
  ['https://hooks.partner.com:8443/a', 'https://hooks.partner.com:8443/a'],
  ['https://пример.рф/хук', 'https://xn--e1afmkfd.xn--p1ai/%D1%85%D1%83%D0%BA'],
])('%j is taken', (text, href) => expect(check(text)).toBe(href));

test('a demonstration names hosts of its own, by host and port', () => {
  const allowed = ['127.0.0.1:4100'];
  expect(check('http://127.0.0.1:4100/hook', allowed)).toBe('http://127.0.0.1:4100/hook');
  expect(check('http://2130706433:4100/hook', allowed)).toBe('http://127.0.0.1:4100/hook');
  expect(check('http://127.0.0.1:4101/hook', allowed)).toBe('not_encrypted');
  expect(check('http://a:b@127.0.0.1:4100/', allowed)).toBe('has_credentials');
});
