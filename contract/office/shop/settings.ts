import * as z from 'zod/mini';
import { SILENCEABLE_KINDS } from '#core/staff/alarm.ts';
import { isTimeZone, minuteOf } from '#core/chat/hours.ts';
import { LOCALES } from '#core/locale.ts';
import { isMisleadingAddress } from '#core/security/mixed-script.ts';
import { MAX_RETENTION_DAYS } from '#core/customer/personal-data.ts';
import { rowVersion } from '#contract/document-parts.ts';
import type { Endpoint } from '#contract/endpoint.ts';

/** Counted by the database in 32 bits. */
const VERSION = rowVersion;

// What is too long is refused as it was sent, spaces and all; one line is one line wherever it is said (quality R53)
const line = (most: number) => z.string().check(z.maxLength(most), z.trim(), z.regex(/^[^\p{Cc}\p{Zl}\p{Zp}]*$/u));
const name = line(60).check(z.minLength(1));
const email = z.string().check(z.maxLength(254), z.trim(), z.email());

const inBoth = (most: number) => z.object({ ru: line(most), en: line(most) });

/** An hour of the day; `24:00` is its end. */
const clock = z.string().check(z.refine((text) => minuteOf(text) !== undefined));

/** A decimal text without a sign. */
const decimal = z.string().check(z.regex(/^\d{1,18}(?:\.\d{1,8})?$/));

/**
 * The owner's settings of the shop, by section (domain 10). Each section is saved whole: `version` is the one that was read, so that
 * of two people who edit at once the second is told.
 */
export const SETTINGS = {
  shop: z.object({
    name: z.object({ ru: name, en: name }),
    // Russian stands at the root of the site; English may stand beside it
    languages: z.array(z.enum(LOCALES)).check(
      z.maxLength(LOCALES.length),
      z.refine((all) => all.includes('ru')),
    ),
  }),
  contacts: z.object({
    email: z.nullable(email),
    phone: z.nullable(line(40)),
    telegram: z.nullable(z.string().check(z.maxLength(64), z.trim(), z.regex(/^@?[A-Za-z]\w{3,31}$/))),
    hours: z.object({ ru: line(120), en: line(120) }),
  }),
  /** Who runs the shop, as customers read it; what is empty is not shown. A year of zero is none. */
  entity: z.object({
    legal_name: inBoth(160),
    registration_number: line(64),
    tax_id: line(64),
    address: inBoth(240),
    licence: inBoth(240),
    founded_year: z.int().check(z.nonnegative(), z.maximum(2100)),
    /** Where others watch the shop. */
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
    /** Of keys that the shop signs with: people compare them with what they were told elsewhere. */
    fingerprints: z
      .array(
        z.object({
          label: name,
          text: z.string().check(z.maxLength(200), z.trim(), z.minLength(16), z.regex(/^[\x20-\x7E]*$/)),
        }),
      )
      .check(z.maxLength(10)),
  }),
  /** What monitors are told (domain 9): which files there are, directions of a floating rate marked or left out, limits also under their names of version 1.0. */
  rate_file: z.object({
    floating: z.enum(['marked', 'left_out']),
    old_limits: z.boolean(),
    // What was saved before there was a choice offers both
    xml: z._default(z.boolean(), true),
    json: z._default(z.boolean(), true),
  }),
  /** What is kept of refunds. Without a rule of its own a payment system has the one that names none; without that nothing is kept. */
  refunds: z.object({
    rules: z
      .array(
        z.object({
          payment_system_id: z.nullable(line(64)),
          network: z.boolean(),
          /** In whole units of the payment system; zero where the rule names none. */
          fixed: decimal,
          percent: decimal,
          cap_percent: decimal,
        }),
      )
      .check(z.maxLength(500)),
  }),
  /** Legal retention of a deleted account's order data, in days; 0: none (decision 0047). */
  privacy: z.object({ orders_kept_days: z.int().check(z.nonnegative(), z.maximum(MAX_RETENTION_DAYS)) }),
  /** Whether customers are asked for a review by e-mail after a completed exchange, and how many hours later (decision 0065). */
  reviews: z.object({ invites: z.boolean(), after_hours: z.int().check(z.gte(1), z.lte(336)) }),
  /** When people answer in the chat, by day of the week from Monday on (null: not that day), and within how long (spec 9). */
  support: z.object({
    time_zone: z.string().check(z.maxLength(64), z.refine(isTimeZone)),
    days: z
      .array(z.nullable(z.object({ from: clock, until: clock }).check(z.refine(({ from, until }) => from < until))))
      .check(z.length(7)),
    promise_minutes: z.int().check(z.minimum(5), z.maximum(240)),
  }),
  /** How alarms reach people outside the office (domain 11). What matters cannot be named among what does not go. */
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
/** Who changed it last, and when; null: nobody yet, these are what a new shop begins with. */
const changed = { changed_at: z.nullable(z.string()), changed_by: z.nullable(z.string()) };

/** The two calls of a section: it is read with its version, and saved whole with the version that was read. */
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

/** What reads and saves each section. */
export const SETTINGS_CALLS = {
  shop: callsOf('shop', SETTINGS.shop, 'Shop', {
    read: 'Name and languages of the shop',
    save: 'Saves name and languages; at work everywhere within a second',
  }),
  contacts: callsOf('contacts', SETTINGS.contacts, 'Contact', {
    read: 'Where customers find the shop',
    save: 'Saves the contacts; pages and letters name them within a second',
  }),
  entity: callsOf('entity', SETTINGS.entity, 'Entity', {
    read: 'Who runs the shop, as customers read it',
    save: 'Saves who runs the shop; pages and letters say it within a second',
  }),
  rate_file: callsOf('rate_file', SETTINGS.rate_file, 'RateFile', {
    read: 'What the rate file tells monitors',
    save: 'Saves what the rate file tells monitors; it is written anew within a second',
  }),
  refunds: callsOf('refunds', SETTINGS.refunds, 'Refund', {
    read: 'What is kept of refunds, by payment system',
    save: 'Saves what may be kept of refunds: network cost, fixed part, per cent, cap; never more than half',
  }),
  privacy: callsOf('privacy', SETTINGS.privacy, 'Privacy', {
    read: 'How long orders keep what they say of a customer who has deleted his account',
    save: 'Saves how long; what was deleted before keeps its own day',
  }),
  reviews: callsOf('reviews', SETTINGS.reviews, 'Review', {
    read: 'Whether and when customers are asked for a review',
    save: 'Saves whether and when customers are asked for a review; those of exchanges that are completed already are sent as they were',
  }),
  support: callsOf('support', SETTINGS.support, 'Support', {
    read: 'When people answer in the chat, and within how long',
    save: 'Saves the hours of support and its promise; pages and the inbox know them within a second',
  }),
  alarms: callsOf('alarms', SETTINGS.alarms, 'Alarm', {
    read: 'How alarms reach people outside the office',
    save: 'Saves how alarms reach people; kinds that matter cannot be switched off',
  }),
} as const satisfies { readonly [S in SettingsSection]: { readonly read: Endpoint; readonly save: Endpoint } };
