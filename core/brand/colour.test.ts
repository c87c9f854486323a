import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { colourText, contrastOf, parseColour, MIN_CONTRAST, readableOn } from './colour.ts';

const colour = (text: string) => parseColour(text) ?? { red: 0, green: 0, blue: 0 };

describe('parsing of a colour', () => {
  it('accepts the short and the long form', () => {
    expect(parseColour('#1a7')).toEqual(parseColour('11AA77'));
    expect(colourText(colour('#0f0A02'))).toBe('#0f0a02');
  });

  it.each(['red', 'red;background:url(//e)', '#12345', '#1234567', 'rgb(1,2,3)', '', '#ggg', '#fff}', ' #fff', '#fff\n', '</style>'])(
    'refuses everything else: %j',
    (text) => expect(parseColour(text)).toBeUndefined(),
  );
});

it('contrast follows the guideline', () => {
  expect(contrastOf(colour('#000'), colour('#fff'))).toBeCloseTo(21);
  expect(contrastOf(colour('#767676'), colour('#fff'))).toBeCloseTo(4.54, 2);
});

it('every colour becomes readable on both surfaces; a readable one stays', () => {
  const part = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(fc.record({ red: part, green: part, blue: part }), (wanted) => {
      for (const surface of ['#ebe4d4', '#15241d'].map(colour)) {
        const shown = readableOn(wanted, surface);
        expect(contrastOf(shown, surface)).toBeGreaterThanOrEqual(MIN_CONTRAST);
        if (contrastOf(wanted, surface) >= MIN_CONTRAST) expect(shown).toEqual(wanted);
      }
    }),
  );
});
