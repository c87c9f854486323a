import { createInstance } from 'i18next';
import { describe, expect, it } from 'vitest';
import { loadMessages } from '#locales/load.ts';
import { describeSeries } from './describe-series.ts';
import { readableSeries, summaryOf } from './readable-series.ts';

const point = (hour: string, rate: string) => ({ at: `2026-11-20T${hour}:00:00.000Z`, rate });

describe('a history in readable form', () => {
  it('has the direction of its newest rate throughout', () => {
    const { points, isInverse } = readableSeries([
      ['a', '0.1'],
      ['b', '0.0125'],
    ]);
    expect({ points, isInverse }).toEqual({
      isInverse: true,
      points: [
        { at: 'a', rate: '10' },
        { at: 'b', rate: '80' },
      ],
    });
    expect(readableSeries([['a', '84.5']])).toEqual({ isInverse: false, points: [{ at: 'a', rate: '84.5' }] });
    expect(readableSeries([])).toEqual({ isInverse: false, points: [] });
  });

  it('has exact first, last and changed values', () => {
    expect(summaryOf([point('09', '80'), point('10', '82.00000000000000001'), point('11', '79.2'), point('12', '81')])).toEqual({
      first: '80',
      last: '81',
      lowest: '79.2',
      highest: '82.00000000000000001',
      changePercent: '1.25',
    });
    expect(summaryOf([])).toBeUndefined();
  });

  it.each([
    [
      'ru',
      'Рыночный курс USDT за сутки: с 80 до 81 ₽, изменение +1,25\u00A0%; наименьший 80, наибольший 81.',
      '20 ноября в 12:00: 1 USDT = 80 ₽',
    ],
    ['en', 'Market rate of USDT over a day: from 80 to 81 ₽, change +1.25%; lowest 80, highest 81.', '20 November at 12:00: 1 USDT = 80 ₽'],
  ] as const)('is described in one sentence in %s, and a point in another, in the service’s time zone', (locale, summary, pointText) => {
    const words = createInstance();
    void words.init({
      lng: locale,
      resources: { [locale]: { translation: loadMessages(locale) } },
      interpolation: { escapeValue: false },
      initAsync: false,
    });
    const points = [point('09', '80'), point('10', '81')];
    const description = describeSeries({
      points,
      period: 'day',
      locale,
      t: (key, params) => words.t(key, { ...params }),
      one: 'USDT',
      unit: '₽',
    });
    expect(description?.summary).toBe(summary);
    expect(description?.describePoint(0)).toBe(pointText);
    // A change given by the page replaces the calculated one
    const own = describeSeries({
      points,
      period: 'day',
      locale,
      t: (_, params) => String(params?.['change']),
      one: '',
      unit: '',
      change: '-0.0051',
    });
    expect(own?.current).toBe(locale === 'ru' ? '\u22120,01\u00A0%' : '\u22120.01%');
    expect(description?.formatValue(0.000_000_125)).toBe(locale === 'ru' ? '0,000000125' : '0.000000125');
  });
});
