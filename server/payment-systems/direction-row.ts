import * as z from 'zod/mini';
import { LEAST_MARGIN_PPM, MOST_MARGIN_PPM } from '#core/payment-system/direction-rules.ts';
import { MINUTES_OF_DAY, WEEKDAYS } from '#core/local-time.ts';

/** Minor units as `numeric` and JSON of ours give them: digits. */
export const minor = z.pipe(
  z.string().check(z.regex(/^[0-9]+$/)),
  z.transform((text: string) => BigInt(text)),
);
export const wholeNumber = z.int().check(z.nonnegative());
export const localised = z.object({ ru: z.string(), en: z.string() });

const marginPpm = z.int().check(z.gte(LEAST_MARGIN_PPM), z.lte(MOST_MARGIN_PPM));
const addPpm = z.int().check(z.gte(-MOST_MARGIN_PPM), z.lte(MOST_MARGIN_PPM));
const minuteOfDay = wholeNumber.check(z.lte(MINUTES_OF_DAY));
const hours = { fromMinute: minuteOfDay, toMinute: minuteOfDay, days: z.nullable(z.array(z.literal(WEEKDAYS))) };

const flag = z._default(z.boolean(), false);

/** A row of `directions`, checked when it is read: nothing is traded on a guess. */
export const directionRow = z.object({
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
    z.object({ place: wholeNumber.check(z.gte(1)), leastMarginPpm: marginPpm, mostMarginPpm: z.nullable(marginPpm) }),
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
  // A row need keep only the flags that are set
  fileFlags: z.object({
    juridical: flag,
    otherin: flag,
    otherout: flag,
    card2card: flag,
    verifying: flag,
    reg: flag,
    city: z._default(z.nullable(z.string().check(z.regex(/^[A-Z]{2,8}$/))), null),
    hiddenFromFile: flag,
  }),
});
