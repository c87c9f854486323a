import * as z from 'zod/mini';
import { isCountry } from '#core/country/countries.ts';
import { MINUTES_OF_DAY, WEEKDAYS } from '#core/time/local-time.ts';
import { MIN_MARGIN_PPM, MAX_MARGIN_PPM } from '#core/payment-system/direction-rules.ts';
import type { Direction } from '#core/payment-system/payment-system.ts';
import { localised, minor, catalogueText, wholeNumber } from '#contract/document-parts.ts';

const marginPpm = z.int('whole_number').check(z.gte(MIN_MARGIN_PPM, 'margin'), z.lte(MAX_MARGIN_PPM, 'margin'));
const addPpm = z.int('whole_number').check(z.gte(-MAX_MARGIN_PPM, 'margin'), z.lte(MAX_MARGIN_PPM, 'margin'));
const minuteOfDay = wholeNumber.check(z.lte(MINUTES_OF_DAY, 'hours'));
const hours = { fromMinute: minuteOfDay, toMinute: minuteOfDay, days: z.nullable(z.array(z.literal(WEEKDAYS))) };
const flag = z._default(z.boolean(), false);

/** A direction as stored: members of its type in `core`, money as text in minor units. */
export const DirectionShape = z.object({
  incomeCode: z.string(),
  outcomeCode: z.string(),
  enabled: z.boolean(),
  rateType: z.enum(['fixed', 'floating']),
  marginPpm,
  incomeFeePpm: wholeNumber,
  outcomeFeePpm: wholeNumber,
  incomeFeeFixed: minor,
  outcomeFeeFixed: minor,
  minIncome: z.nullable(minor),
  maxIncome: z.nullable(minor),
  steps: z.array(z.object({ fromIncome: minor, marginPpm })),
  marginByReserve: z.array(z.object({ belowReserve: minor, addPpm })),
  marginByHour: z.array(z.object({ ...hours, addPpm })),
  monitorRule: z.nullable(
    z.object({ place: wholeNumber.check(z.gte(1, 'place')), leastMarginPpm: marginPpm, mostMarginPpm: z.nullable(marginPpm) }),
  ),
  tolerancePpm: wholeNumber,
  paymentWindowMs: wholeNumber,
  etaMinutes: wholeNumber,
  deniedCountries: z.array(z.string()),
  verification: z.union([
    z.object({ rule: z.literal('never') }),
    z.object({ rule: z.literal('always') }),
    z.object({ rule: z.literal('above'), incomeAmount: minor }),
  ]),
  conditions: z.nullable(localised),
  workHours: z.nullable(z.array(z.object(hours))),
  // Rows may contain only the flags that are set
  fileFlags: z.object({
    juridical: flag,
    otherin: flag,
    otherout: flag,
    card2card: flag,
    verifying: flag,
    reg: flag,
    city: z._default(z.nullable(z.string().check(z.regex(/^[A-Z]{2,8}$/, 'city'))), null),
    hiddenFromFile: flag,
  }),
  // Older documents lack both members
  refundFeePpm: z._default(z.nullable(wholeNumber), null),
  refundFeeFixed: z._default(z.nullable(minor), null),
});

const MAX_FEE_PPM = 500_000;
const MAX_TOLERANCE_PPM = 100_000;
const SHORTEST_WINDOW_MS = 60_000;
const LONGEST_WINDOW_MS = 7 * 24 * 3_600_000;
const LONGEST_ETA = 7 * MINUTES_OF_DAY;

const feePpm = wholeNumber.check(z.lte(MAX_FEE_PPM, 'fee'));

const isAscending = (amounts: readonly bigint[]): boolean => amounts.every((amount, i) => i === 0 || amount > (amounts[i - 1] ?? 0n));

const WHOLE: readonly (readonly [member: keyof Direction, problem: string, isRight: (direction: Direction) => boolean])[] = [
  ['outcomeCode', 'same_system', ({ incomeCode, outcomeCode }) => incomeCode !== outcomeCode],
  ['maxIncome', 'least_above_most', ({ minIncome, maxIncome }) => minIncome === null || maxIncome === null || minIncome <= maxIncome],
  ['steps', 'ascending', ({ steps }) => isAscending(steps.map((step) => step.fromIncome))],
  ['marginByReserve', 'ascending', ({ marginByReserve }) => isAscending(marginByReserve.map((level) => level.belowReserve))],
  ['marginByHour', 'hours', ({ marginByHour }) => marginByHour.every(({ fromMinute, toMinute }) => fromMinute !== toMinute)],
  [
    'workHours',
    'hours',
    ({ workHours }) => workHours === null || (workHours.length > 0 && workHours.every((one) => one.fromMinute !== one.toMinute)),
  ],
  [
    'monitorRule',
    'least_above_most',
    ({ monitorRule: rule }) => rule === null || rule.mostMarginPpm === null || rule.leastMarginPpm <= rule.mostMarginPpm,
  ],
];

/**
 * Validates a direction (domain 10): used by forms, imports and the server. A problem is a key of `catalogue_desk.problem`. Guards are
 * separate: beyond them two people decide (`core/changes/guards.ts`).
 */
export const DirectionDocument = z
  .object({
    ...DirectionShape.shape,
    incomeFeePpm: feePpm,
    outcomeFeePpm: feePpm,
    steps: DirectionShape.shape.steps.check(z.maxLength(20, 'too_long')),
    marginByReserve: DirectionShape.shape.marginByReserve.check(z.maxLength(20, 'too_long')),
    marginByHour: DirectionShape.shape.marginByHour.check(z.maxLength(20, 'too_long')),
    tolerancePpm: wholeNumber.check(z.lte(MAX_TOLERANCE_PPM, 'tolerance')),
    paymentWindowMs: wholeNumber.check(z.gte(SHORTEST_WINDOW_MS, 'window'), z.lte(LONGEST_WINDOW_MS, 'window')),
    etaMinutes: wholeNumber.check(z.gte(1, 'eta'), z.lte(LONGEST_ETA, 'eta')),
    deniedCountries: z.array(z.string().check(z.refine(isCountry, 'country'))).check(z.maxLength(250, 'too_long')),
    conditions: z.nullable(z.object({ ru: catalogueText(1000), en: catalogueText(1000) })),
    refundFeePpm: z._default(z.nullable(feePpm), null),
  })
  .check(...WHOLE.map(([member, problem, isRight]) => z.refine<Direction>(isRight, { error: problem, path: [member] })));
