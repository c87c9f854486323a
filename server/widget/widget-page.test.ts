import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createTranslate } from '#server/platform/translate.ts';
import { readWidgetParams, SURFACES, targetUrl, widgetPage } from './widget-page.ts';

const BOTH = ['ru', 'en'] as const;
const read = (query: Readonly<Record<string, string>>) => readWidgetParams(new URLSearchParams(query), BOTH);
const template =
  '<html lang="{{locale}}" {{theme}}>{{accent}}<a href="{{link}}">{{widget.plain}}</a><b>{{brand}}</b><script type="application/json">{{start}}</script>';
const draw = (query: Readonly<Record<string, string>>, brand = 'Shop') =>
  widgetPage({ template, options: read(query), brand, nonce: 'N', t: createTranslate(), messages: { ru: {}, en: {} } });

describe('widget parameters', () => {
  it('are read if they have the expected format', () => {
    const options = read({
      from: 'btc',
      to: 'SBERRUB',
      amount: '0.05',
      rid: 'abc_1',
      lang: 'en',
      theme: 'dark',
      origin: 'https://host.example',
    });
    expect(options).toMatchObject({
      from: 'BTC',
      to: 'SBERRUB',
      amount: '0.05',
      rid: 'abc_1',
      locale: 'en',
      theme: 'dark',
      host: 'https://host.example',
    });
    expect(targetUrl(options)).toBe('/en/exchange/btc-sberrub?amount=0.05&rid=abc_1');
  });

  it('are ignored otherwise (quality R47)', () => {
    const hostile = [
      'red;background:url(//e)',
      '<script>alert(1)</script>',
      '"><img src=x onerror=alert(1)>',
      '../..',
      '//e',
      'javascript:alert(1)',
      '1e+9',
      '%0d%0a',
      '\u0000',
      '{{start}}',
      '$&',
      '</style>',
    ];
    const plain = draw({});
    for (const text of hostile)
      expect(draw({ from: text, to: text, amount: text, rid: text, lang: text, theme: text, accent: text, origin: text })).toBe(plain);
  });

  it('cannot inject markup into the page', () => {
    const names = ['from', 'to', 'amount', 'rid', 'lang', 'theme', 'accent', 'origin'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), fc.string({ unit: 'grapheme' })), (query) => {
        const page = draw(query);
        expect(page.match(/<(?:script|style|a|b|html)\b/g)?.filter((tag) => tag !== '<style')).toEqual(['<html', '<a', '<b', '<script']);
        expect(page).not.toMatch(/javascript:|on\w+=/);
      }),
    );
  });

  it('accept the embedding page only as an origin', () => {
    for (const origin of [
      'https://host.example/',
      'https://host.example/page',
      'https://u:p@host.example',
      'null',
      '*',
      'file:///x',
      'data:,x',
    ])
      expect(read({ origin }).host).toBeNull();
    expect(read({ origin: 'http://127.0.0.1:8080' }).host).toBe('http://127.0.0.1:8080');
  });

  it('accept only languages of the shop', () => {
    expect(readWidgetParams(new URLSearchParams({ lang: 'en' }), ['ru']).locale).toBe('ru');
  });
});

it('the name of the shop is escaped in the widget', () => {
  expect(draw({}, '<i>"&')).toContain('<b>&lt;i&gt;&quot;&amp;</b>');
});

it('the surfaces for the contrast of the accent colour match the tokens', () => {
  const tokens = readFileSync(new URL('../../ui/tokens.css', import.meta.url), 'utf8');
  expect(tokens).toContain(`--well: light-dark(${SURFACES.light},`);
  expect(tokens).toMatch(new RegExp(`--sheet: light-dark\\(#\\w+, ${SURFACES.dark}\\)`));
});
