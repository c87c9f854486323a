import { describe, expect, it } from 'vitest';
import {
  cleanReviewName,
  cleanReviewText,
  firstState,
  maskPersonal,
  nextDecisions,
  REVIEW_DECLINE_REASONS,
  REVIEW_STATES,
} from './review.ts';

describe('a review', () => {
  it('is moderated where it has text; stars alone are published at once', () => {
    expect(firstState({ text: '', name: null })).toBe('published');
    expect(firstState({ text: 'ok', name: null })).toBe('pending');
    expect(firstState({ text: '', name: 'Anna' })).toBe('pending');
  });

  it('can be declined or published until it is withdrawn, and is never declined for its opinion', () => {
    expect(REVIEW_STATES.filter((state) => nextDecisions(state).length === 0)).toEqual(['withdrawn']);
    expect(REVIEW_DECLINE_REASONS).not.toContain('negative');
  });

  it('keeps visible characters', () => {
    expect(cleanReviewText(' a\r\nb\u0000c\u202Ed\u200Be\n \n\n\nf ')).toBe('a\nb cde\n\nf');
    expect(cleanReviewText(`Z${'\u0335'.repeat(50)}`)).toHaveLength(4);
    expect(cleanReviewText('👨‍👩‍👧 ok')).toBe('👨‍👩‍👧 ok');
    expect(cleanReviewName(' Анна\n Б. ')).toBe('Анна Б.');
    expect(cleanReviewName(' \u200B ')).toBeNull();
  });

  it.each([
    ['карта 4276 3800 1234 5678, спасибо', 'карта •••, спасибо'],
    ['4276-3800-1234-5678', '•••'],
    ['4\u200D276380012345678', '•••'],
    ['звоните +7 (903) 123-45-67', 'звоните •••'],
    ['пишите ivan@example.org!', 'пишите •••'],
    ['me: @ivan_the_first', 'me: •••'],
    ['TQn9Y2khEsLJW1ChVWFMSMeRDow5KcbLSE пришло', '••• пришло'],
    ['DE89370400440532013000', '•••'],
    ['обменял 1 500 000 ₽ за 12 минут 20.11.2026', 'обменял 1 500 000 ₽ за 12 минут 20.11.2026'],
    ['8.916.123.45.67, 4111–1111–1111–1111, 8/916/1234567', '•••, •••, •••'],
    ['Был 12.03.2026 в 14.30', 'Был 12.03.2026 в 14.30'],
    ['Suuuuuuuuuuuuuuuuuuuuuper', 'Suuuuuuuuuuuuuuuuuuuuuper'],
  ])('shows %s as %s', (written, shown) => {
    expect(maskPersonal(written)).toBe(shown);
  });
});
