import { describe, expect, it } from 'vitest';
import { barsOf } from './bars.ts';

describe('bars', () => {
  it('rise above the zero line and fall below it', () => {
    expect(barsOf([3, -1, 0])).toEqual({
      zero: 0.75,
      bars: [
        { value: 3, top: 0, height: 0.75 },
        { value: -1, top: 0.75, height: 0.25 },
        { value: 0, top: 0.75, height: 0 },
      ],
    });
  });

  it('have no height where all values are zero', () => {
    expect(barsOf([0, 0]).bars.map(({ height }) => height)).toEqual([0, 0]);
  });
});
