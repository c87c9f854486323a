import * as z from 'zod/mini';
import { SILENCEABLE_KINDS } from '#core/staff/alarm.ts';
import { isTimeZone, minuteOf } from '#core/chat/hours.ts';
import { LOCALES } from '#core/locale.ts';
import { isMisleadingAddress } from '#core/security/mixed-script.ts';
import { MAX_RETENTION_DAYS } from '#core/customer/personal-data.ts';
import { rowVersion } from '#contract/document-parts.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** Counter of a 32-bit column. */
const VERSION = rowVersion;

// Length is checked before trimming; control characters and line breaks are refused (quality R53)
const singleLine = (maxLength: number) => z.string().check(z.maxLength(maxLength), z.trim(), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u));
const name = singleLine(60).check(z.minLength(1));
const email = z.string().check(z.maxLength(254), z.trim(), z.email());

const inBothLanguages = (maxLength: number) => z.object({ ru: singleLine(maxLength), en: singleLine(maxLength) });

/** A time of day; `24:00` is the end of the day. */
const clock = z.string().check(z.refine((text) => minuteOf(text) !== undefined));

/** Unsigned decimal text. */
const decimal = z.string().check(z.regex(/^\d{1,18}(?:\.\d{1,8})?$/));

/**
 * The owner's settings by section (domain 10). A section is saved as a whole with the `version` that was read, so that a conflicting edit is
 * refused.
 */
export const SETTINGS = {
  shop: z.object({
    name: z.object({ ru: name, en: name }),
    // Russian is at the root of the site and mandatory; English is optional
    languages: z.array(z.enum(LOCALES)).check(
      z.maxLength(LOCALES.length),
      z.refine((all) => all.includes('ru')),
    ),
  }),
  contacts: z.object({
    email: z.nullable(email),
    phone: z.nullable(singleLine(40)),
    telegram: z.nullable(z.string().check(z.maxLength(64), z.trim(), z.regex(/^@?[A-Za-z]\w{3,31}$/))),
    hours: z.object({ ru: singleLine(120), en: singleLine(120) }),
  }),
  /** The operating company as customers read it; empty members are not shown. Year 0: not set. */
  entity: z.object({
    legal_name: inBothLanguages(160),
    registration_number: singleLine(64),
    tax_id: singleLine(64),
    address: inBothLanguages(240),
    licence: inBothLanguages(240),
    founded_year: z.int().check(z.nonnegative(), z.maximum(2100)),
    /** Links to monitoring sites. */
    monitors: z
      .array(
        z.object({
          name,
          url: z.string().check(
            z.maxLength(300),
            z.trim(),
            z.url({ protocol: /^https$/, hostname: z.regexes.domain }),
            z.refine((url) => !isMisleadingAddress(url)),
          ),
        }),
      )
      .check(z.maxLength(20)),
    /** Fingerprints of the shop's signing keys, for comparison with other publications. */
    fingerprints: z
      .array(
        z.object({
          label: name,
          text: z.string().check(z.maxLength(200), z.trim(), z.minLength(16), z.regex(/^[\x20-\x7E]*$/)),
        }),
      )
      .check(z.maxLength(10)),
  }),
  /**
   * Rate files for monitoring sites (domain 9): which exist, whether floating directions are marked or left out, and whether limits also
   * have their names of version 1.0.
   */
  rate_file: z.object({
    floating: z.enum(['marked', 'left_out']),
    old_limits: z.boolean(),
    // Settings saved before this member offer both files
    xml: z._default(z.boolean(), true),
    json: z._default(z.boolean(), true),
  }),
  /** Refund fees. A payment system without its own rule uses the rule without a payment system; without that there is no fee. */
  refunds: z.object({
    rules: z
      .array(
        z.object({
          payment_system_id: z.nullable(singleLine(64)),
          network: z.boolean(),
          /** Whole units of the payment system; zero in the rule without a payment system. */
          fixed: decimal,
          percent: decimal,
          cap_percent: decimal,
        }),
      )
      .check(z.maxLength(500)),
  }),
  /** Legal retention of personal data in orders of a deleted account, days; 0: none (decision 0047). */
  privacy: z.object({ orders_kept_days: z.int().check(z.nonnegative(), z.maximum(MAX_RETENTION_DAYS)) }),
  /** Whether customers of completed exchanges get a review invitation, and after how many hours (decision 0065). */
  reviews: z.object({ invites: z.boolean(), after_hours: z.int().check(z.gte(1), z.lte(336)) }),
  /** Support hours by day of the week, Monday first (null: closed), and promised response time (spec 9). */
  support: z.object({
    time_zone: z.string().check(z.maxLength(64), z.refine(isTimeZone)),
    days: z
      .array(z.nullable(z.object({ from: clock, until: clock }).check(z.refine(({ from, until }) => from < until))))
      .check(z.length(7)),
    promise_minutes: z.int().check(z.minimum(5), z.maximum(240)),
  }),
  /** Delivery of alarms outside the office (domain 11). Mandatory kinds cannot be excluded. */
  alarms: z.object({
    telegram_chat: z.nullable(z.string().check(z.trim(), z.regex(/^(?:-?\d{1,20}|@[A-Za-z]\w{3,31})$/))),
    emails: z.array(email).check(z.maxLength(10)),
    staff_by_mail: z.boolean(),
    not_by_mail: z.array(z.enum(SILENCEABLE_KINDS)),
    not_by_telegram: z.array(z.enum(SILENCEABLE_KINDS)),
  }),
} as const;

export type SettingsSection = keyof typeof SETTINGS;
export type SettingsOf<S extends SettingsSection> = z.output<(typeof SETTINGS)[S]>;
export type AllSettings = { readonly [S in SettingsSection]: SettingsOf<S> };

const version = { version: VERSION };
/** Author and time of the last change; null: the defaults of a new shop. */
const changed = { changed_at: z.nullable(z.string()), changed_by: z.nullable(z.string()) };

/** The two calls of a section: read with its version, save as a whole with the version that was read. */
function callsOf<const S extends SettingsSection, const N extends string, F extends z.core.$ZodShape>(
  section: S,
  fields: z.ZodMiniObject<F>,
  name: N,
  summaries: { readonly read: string; readonly save: string },
) {
  const attributes = z.extend(fields, { ...version, ...changed });
  const both = {
    path: `/api/office/v1/settings/${section}`,
    reply: { kind: 'resource', type: 'settings', attributes, status: 200 },
    action: 'change_settings',
  } as const;
  return {
    read: {
      ...both,
      name: `officeGet${name}Settings`,
      summary: summaries.read,
      method: 'GET',
      refusals: [],
    },
    save: {
      ...both,
      name: `officeSave${name}Settings`,
      summary: summaries.save,
      method: 'PUT',
      body: z.extend(fields, version),
      refusals: ['edit_conflict'],
    },
  } as const;
}

/** Read and save calls by section. */
export const SETTINGS_CALLS = {
  shop: callsOf('shop', SETTINGS.shop, 'Shop', {
    read: 'Returns name and languages of the shop',
    save: 'Saves name and languages; effective within a second',
  }),
  contacts: callsOf('contacts', SETTINGS.contacts, 'Contact', {
    read: "Returns the shop's contacts",
    save: 'Saves the contacts; pages and e-mails show them within a second',
  }),
  entity: callsOf('entity', SETTINGS.entity, 'Entity', {
    read: 'Returns the operating company',
    save: 'Saves the operating company; pages and e-mails show it within a second',
  }),
  rate_file: callsOf('rate_file', SETTINGS.rate_file, 'RateFile', {
    read: 'Returns the settings of the rate files',
    save: 'Saves the settings of the rate files; regenerated within a second',
  }),
  refunds: callsOf('refunds', SETTINGS.refunds, 'Refund', {
    read: 'Returns the refund fees by payment system',
    save: 'Saves the refund fees: network fee, fixed part, per cent, cap of at most half of the amount',
  }),
  privacy: callsOf('privacy', SETTINGS.privacy, 'Privacy', {
    read: 'Returns the retention of order data of deleted accounts',
    save: 'Saves the retention; accounts deleted before keep their own date',
  }),
  reviews: callsOf('reviews', SETTINGS.reviews, 'Review', {
    read: 'Returns whether and when customers are invited to review',
    save: 'Saves whether and when customers are invited to review; invitations of completed exchanges keep their earlier time',
  }),
  support: callsOf('support', SETTINGS.support, 'Support', {
    read: 'Returns support hours and promised response time of the chat',
    save: 'Saves support hours and promised response time; pages and inbox use them within a second',
  }),
  alarms: callsOf('alarms', SETTINGS.alarms, 'Alarm', {
    read: 'Returns the delivery of alarms outside the office',
    save: 'Saves the delivery of alarms; mandatory kinds cannot be switched off',
  }),
} as const satisfies { readonly [S in SettingsSection]: { readonly read: Endpoint; readonly save: Endpoint } };
