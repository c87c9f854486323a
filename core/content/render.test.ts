import fc from 'fast-check';
import { expect, test } from 'vitest';
import { slugOf, slugProblem } from './slug.ts';
import { differenceOf } from './difference.ts';
import { type BlockNode, type ContentDocument, isContentDocument, invalidPlaceOf, type ListItem } from './document.ts';
import { findTexts } from './find.ts';
import { plainParagraphs, renderDocument, truncate } from './render.ts';
import { INJECTIONS } from '#tests/make/injections.ts';

/** Allowed output: these tags with these attributes, whose values contain neither quotes nor brackets. */
const TAG =
  /^<(?:\/?(?:p|h2|h3|ul|ol|li|blockquote|pre|code|strong|em|s)|\/a|ol class="steps" role="list"|h[23] id="s-[a-z0-9-]+"|hr|br|a href="(?:\/(?!\/)|https?:\/\/|mailto:|tel:)[^"<>]*"(?: rel="noopener noreferrer nofollow")?|img src="\/content\/images\/[0-9a-f-]{36}-\d+\.webp" srcset="[^"<>]*" sizes="\(max-width: 760px\) 100vw, 720px" alt="[^"<>]*" width="\d+" height="\d+" loading="lazy" decoding="async")>$/i;

const isClean = (html: string): boolean =>
  (html.match(/<[^>]*>?/g) ?? []).every((tag) => TAG.test(tag)) && !/[<>]/.test(html.replaceAll(/<[^<>]*>/g, ''));

const text = fc.oneof(fc.constantFrom(...INJECTIONS), fc.string({ minLength: 1, maxLength: 40 }));
const href = fc.oneof(
  fc.constantFrom(...INJECTIONS),
  fc.webUrl(),
  fc.constantFrom('/faq', '/en/news?page=2#x', 'mailto:help@razmen.test', 'tel:+74950000000'),
  fc.string(),
);
const mark = fc.oneof(
  fc.constantFrom({ type: 'bold' }, { type: 'italic' }, { type: 'strike' }, { type: 'code' }),
  href.map((to) => ({ type: 'link', attrs: { href: to } })),
);
const inline = fc.array(
  fc.oneof(fc.constant({ type: 'hardBreak' }), fc.record({ type: fc.constant('text'), text, marks: fc.array(mark, { maxLength: 3 }) })),
  { maxLength: 4 },
);
const image = fc.record({ id: fc.uuid(), alt: text, width: fc.integer({ min: 1, max: 2400 }), height: fc.integer({ min: 1, max: 2400 }) });
const { block } = fc.letrec<{ block: unknown; item: unknown }>((tie) => ({
  block: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.record({ type: fc.constant('paragraph'), content: inline }),
    fc.record({ type: fc.constant('heading'), attrs: fc.record({ level: fc.constantFrom(2, 3) }), content: inline }),
    fc.record({ type: fc.constant('codeBlock'), content: fc.array(fc.record({ type: fc.constant('text'), text }), { maxLength: 2 }) }),
    fc.constant({ type: 'horizontalRule' }),
    fc.record({ type: fc.constant('image'), attrs: image }),
    fc.record({ type: fc.constantFrom('bulletList', 'orderedList'), content: fc.array(tie('item'), { minLength: 1, maxLength: 2 }) }),
    fc.record({ type: fc.constant('blockquote'), content: fc.array(tie('block'), { minLength: 1, maxLength: 2 }) }),
  ),
  item: fc.record({ type: fc.constant('listItem'), content: fc.array(tie('block'), { minLength: 1, maxLength: 2 }) }),
}));
const anyDocument = fc.record({ type: fc.constant('doc'), content: fc.array(block, { minLength: 1, maxLength: 4 }) });

const paragraph = (words: string, marks: readonly object[] = []) =>
  ({ type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: words, marks }] }] }) as ContentDocument;

test('no accepted document renders a tag, attribute or scheme outside the list (R47)', () => {
  let taken = 0;
  fc.assert(
    fc.property(anyDocument, (candidate) => {
      if (!isContentDocument(candidate)) return true;
      taken += 1;
      return isClean(renderDocument(candidate));
    }),
    { numRuns: 1500 },
  );
  // Guards against an empty run
  expect(taken).toBeGreaterThan(300);
});

test.each(INJECTIONS)('is shown as text and never becomes a link: %s', (injection) => {
  const html = renderDocument(paragraph(injection));
  expect(isClean(html)).toBe(true);
  expect(html).not.toMatch(/<(?!\/?p>)/);
  expect(invalidPlaceOf(paragraph('x', [{ type: 'link', attrs: { href: injection } }]))).toBe('content/0/content/0/marks/0/attrs/href');
});

test('unknown, too deep or too large parts are refused with their path, never dropped', () => {
  const deep = (levels: number): BlockNode => (levels === 0 ? { type: 'paragraph' } : { type: 'blockquote', content: [deep(levels - 1)] });
  for (const [candidate, place] of [
    [{ type: 'doc', content: [{ type: 'iframe' }] }, 'content/0/type'],
    [{ type: 'doc', content: [{ type: 'constructor' }] }, 'content/0/type'],
    [{ type: 'doc', content: [{ type: 'heading', attrs: { level: 1 } }] }, 'content/0/attrs/level'],
    [{ type: 'doc', content: [{ type: 'paragraph', attrs: { onclick: 'x' } }] }, 'content/0/attrs'],
    [
      { type: 'doc', content: [{ type: 'paragraph', content: [{ type: 'text', text: 'x', marks: [{ type: 'underline' }] }] }] },
      'content/0/content/0/marks/0',
    ],
    [{ type: 'doc', content: [{ type: 'image', attrs: { id: '../../etc', alt: '', width: 1, height: 1 } }] }, 'content/0/attrs/id'],
    [
      { type: 'doc', content: [{ type: 'image', attrs: { src: 'https://x', id: 'x', alt: '', width: 1, height: 1 } }] },
      'content/0/attrs/src',
    ],
    [{ type: 'doc', content: [] }, 'content'],
    [{ type: 'doc', content: [deep(5)] }, 'content/0/content/0/content/0/content/0/content/0/content'],
    [null, 'type'],
  ] as const)
    expect(invalidPlaceOf(candidate), JSON.stringify(candidate)).toBe(place);
  expect(invalidPlaceOf({ type: 'doc', content: [deep(4)] })).toBeUndefined();
  expect(invalidPlaceOf({ type: 'doc', content: Array.from({ length: 5_001 }, () => ({ type: 'paragraph' })) })).toBeDefined();
  expect(invalidPlaceOf(paragraph('x'.repeat(100_001)))).toBeDefined();
});

test('marks are nested in one order, external links are marked, and plain text has no tags', () => {
  const marked = paragraph('a & b', [
    { type: 'link', attrs: { href: 'https://example.org/?a=1&b=2' } },
    { type: 'italic' },
    { type: 'bold' },
  ]);
  expect(renderDocument(marked)).toBe(
    '<p><a href="https://example.org/?a=1&amp;b=2" rel="noopener noreferrer nofollow"><strong><em>a &amp; b</em></strong></a></p>',
  );
  expect(renderDocument(paragraph('x', [{ type: 'link', attrs: { href: '/faq' } }]))).toBe('<p><a href="/faq">x</a></p>');
  expect(plainParagraphs(marked)).toEqual(['a & b']);
  expect(truncate('Мы меняем деньги быстро и честно', 20)).toBe('Мы меняем деньги…');
});

test('a numbered list whose items begin with bold words is drawn as steps', () => {
  const item = (words: string, isBold: boolean): ListItem => ({
    type: 'listItem',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: words, marks: isBold ? [{ type: 'bold' }] : [] }] }],
  });
  const list = (...items: readonly ListItem[]) => renderDocument({ type: 'doc', content: [{ type: 'orderedList', content: items }] });
  expect(list(item('Choose.', true), item('Pay.', true))).toBe(
    '<ol class="steps" role="list"><li><p><strong>Choose.</strong></p></li><li><p><strong>Pay.</strong></p></li></ol>',
  );
  expect(list(item('Choose.', true), item('pay', false))).toMatch(/^<ol><li>/);
});

test('slugs are made of titles, and never of reserved words', () => {
  expect(slugOf('Что такое MEMO и щётка? «Да!»')).toBe('chto-takoe-memo-i-shchetka-da');
  expect(slugOf('Café № 5')).toBe('cafe-no-5');
  for (const [address, problem] of [
    ['about-us', undefined],
    ['About', 'invalid_slug'],
    ['a--b', 'invalid_slug'],
    ['a/b', 'invalid_slug'],
    ['2026', 'reserved_slug'],
    ['rss', 'reserved_slug'],
    ['', 'required'],
  ] as const)
    expect(slugProblem(address), address).toBe(problem);
});

test('texts are found by prefixes, inflected words and with typos', () => {
  const texts = [
    { title: 'Сколько длится обмен?', text: 'Обычно пятнадцать минут после оплаты.' },
    { title: 'Как пройти верификацию карты', text: 'Сфотографируйте карту рядом с заявкой.' },
    { title: 'What is a memo?', text: 'A number beside the address of TON or XRP.' },
  ];
  const titles = (query: string) => findTexts(texts, query).map(({ title }) => title.slice(0, 7));
  expect(titles('верифик')).toEqual(['Как про']);
  expect(titles('верефикация карт')).toEqual(['Как про']);
  expect(titles('ОПЛАТА')).toEqual(['Сколько']);
  expect(titles('mmeo')).toEqual(['What is']);
  expect(titles('как долго длится обмен')).toEqual(['Сколько']);
  expect(titles('где фото карты')).toEqual(['Как про']);
  expect(titles('abracadabra')).toEqual([]);
  expect(titles('?')).toEqual([]);
  expect(titles('')).toHaveLength(3);
});

test('a difference contains only removed and added paragraphs', () => {
  const differenceLines = (before: readonly string[], after: readonly string[]) =>
    differenceOf(before, after).map(({ kind, text }) => `${{ same: ' ', gone: '-', come: '+' }[kind]}${text}`);
  expect(differenceLines(['a', 'b', 'c'], ['a', 'x', 'c', 'd'])).toEqual([' a', '-b', '+x', ' c', '+d']);
  expect(differenceLines([], ['a'])).toEqual(['+a']);
  expect(differenceLines(['a'], [])).toEqual(['-a']);
});

test('a link to a host that imitates another with mixed scripts is refused with its path', () => {
  const linked = (href: string) => ({
    type: 'doc',
    content: [{ type: 'paragraph', content: [{ type: 'text', text: 'bank', marks: [{ type: 'link', attrs: { href } }] }] }],
  });
  for (const href of ['https://bаnk.example', 'https://xn--bnk-6cd.example', 'mailto:help@bаnk.example'])
    expect(invalidPlaceOf(linked(href)), href).toBe('content/0/content/0/marks/0/attrs/href');
  for (const href of ['https://bank.example', 'https://банк.рф', '/terms', 'mailto:help@bank.example'])
    expect(invalidPlaceOf(linked(href)), href).toBeUndefined();
});
