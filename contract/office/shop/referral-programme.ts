import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

const ppm = (most: number) => z.int().check(z.minimum(0), z.maximum(most));
const rising = (numbers: readonly number[]): boolean => numbers.every((one, i) => (i === 0 ? one === 0 : one > (numbers[i - 1] ?? 0)));

/** Terms of the programmes for a change (`earning_programme` of `changes`): rates in parts per million; the first tier applies to everyone. */
export const ProgrammeDocument = z.strictObject({
  tiers: z.array(z.strictObject({ from: z.int().check(z.minimum(0), z.maximum(1_000_000)), ratePpm: ppm(100_000) })).check(
    z.minLength(1),
    z.maxLength(12),
    z.refine((tiers) => rising(tiers.map(({ from }) => from))),
  ),
  cashbackSteps: z.array(z.strictObject({ aboveUsd: z.int().check(z.minimum(0), z.maximum(1_000_000_000)), sharePpm: ppm(500_000) })).check(
    z.minLength(1),
    z.maxLength(12),
    z.refine((steps) => rising(steps.map(({ aboveUsd }) => aboveUsd))),
  ),
  holdHours: z.int().check(z.minimum(0), z.maximum(720)),
  isReferralOn: z.boolean(),
  isCashbackOn: z.boolean(),
  keepsOld: z.boolean(),
});
export type ProgrammeDocument = z.output<typeof ProgrammeDocument>;

/** Key of the change: there is one record. */
export const PROGRAMME_KEY = 'programme';

export const ProgrammeAttributes = z.object({
  programme: ProgrammeDocument,
  /** Null: the default terms. */
  since: z.nullable(z.string()),
  /** Earlier terms, newest first. */
  former: z.array(z.object({ programme: ProgrammeDocument, since: z.nullable(z.string()), until: z.string() })),
});
export type ProgrammeAttributes = z.output<typeof ProgrammeAttributes>;

export const officeGetProgramme = endpoint({
  name: 'officeGetProgramme',
  summary: 'Returns the terms of referrals and rewards, current and earlier; changed as `earning_programme` of `changes`',
  method: 'GET',
  path: '/api/office/v1/earning_programme',
  action: 'read_earnings',
  reply: { kind: 'resource', type: 'earning_programmes', attributes: ProgrammeAttributes, status: 200 },
  refusals: [],
});
