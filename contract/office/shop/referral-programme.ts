import * as z from 'zod/mini';
import { endpoint } from '#contract/endpoint.ts';

const ppm = (most: number) => z.int().check(z.minimum(0), z.maximum(most));
const rising = (numbers: readonly number[]): boolean => numbers.every((one, i) => (i === 0 ? one === 0 : one > (numbers[i - 1] ?? 0)));

/** Terms of the programmes as they are changed (`earning_programme` of `changes`): rates in parts per million; the first line is everybody's. */
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

/** The key that the terms are changed under: there is one of them. */
export const PROGRAMME_KEY = 'programme';

export const ProgrammeAttributes = z.object({
  programme: ProgrammeDocument,
  /** Null: what a shop begins with. */
  since: z.nullable(z.string()),
  /** All that were in force before, the newest first. */
  former: z.array(z.object({ programme: ProgrammeDocument, since: z.nullable(z.string()), until: z.string() })),
});
export type ProgrammeAttributes = z.output<typeof ProgrammeAttributes>;

export const officeGetProgramme = endpoint({
  name: 'officeGetProgramme',
  summary:
    'Terms of the referral programme and of rewards, with those that were in force before; they are changed as `earning_programme` of `changes`',
  method: 'GET',
  path: '/api/office/v1/earning_programme',
  action: 'read_earnings',
  reply: { kind: 'resource', type: 'earning_programmes', attributes: ProgrammeAttributes, status: 200 },
  refusals: [],
});
