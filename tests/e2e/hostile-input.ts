import type { APIRequestContext } from '@playwright/test';
import { ALL_ENDPOINTS } from '#contract/all.ts';
import { INJECTIONS, joinInjections } from '#tests/make/injections.ts';
import { MAX_KEYS } from '#core/partner/partner.ts';
import { freeTextsOf, SEEN_IN_BROWSER } from '#tests/make/text-fields.ts';
import { type Answered, send } from './signed-calls.ts';

/** One line, as a single-line field accepts it; `inSight` also removes invisible characters, which requisites never contain. */
const toOneLine = (text: string): string => text.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]/gu, ' ');
const inSight = (text: string): string => toOneLine(text).replaceAll(/[\p{Cf}\p{Cs}]/gu, '');
/** Braces mark variables, so they are removed. */
const withoutBraces = (text: string): string => text.replaceAll(/[{}]/g, ' ');
const WAYS = [(text: string) => text, toOneLine, inSight, withoutBraces, (text: string) => withoutBraces(toOneLine(text))];

/** The corpus in lines of at most this many characters. */
export const lines = (most: number): readonly string[] => joinInjections(most, ' ').map((text) => toOneLine(text).trim());
export const requisites = (most: number): readonly string[] => joinInjections(most, ' ').map((text) => inSight(text).trim());
const at = <T>(all: readonly T[], index: number): T => all[index % all.length] as T;

const FIELDS = new Map(freeTextsOf(ALL_ENDPOINTS).map(({ name, most }) => [name, most ?? Infinity]));

/** What was sent in each field, by its name. */
export type SentTexts = Map<string, string>;

export function note(sentTexts: SentTexts, name: string, value: unknown): void {
  if (typeof value === 'string') {
    const field = SEEN_IN_BROWSER.find((one) => one === name || (one.endsWith('.*') && name.startsWith(one.slice(0, -1))));
    if (field !== undefined) sentTexts.set(field, `${sentTexts.get(field) ?? ''}\n${value}`);
  } else if (Array.isArray(value)) {
    for (const one of value) note(sentTexts, `${name}[]`, one);
  } else if (typeof value === 'object' && value !== null) {
    for (const [member, one] of Object.entries(value)) note(sentTexts, `${name}.${member}`, one);
  }
}

/** Strings of the corpus that fit a field and were not sent in it, by field. */
export function unsentTexts(sentTexts: SentTexts): readonly string[] {
  return SEEN_IN_BROWSER.flatMap((field) => {
    const text = sentTexts.get(field) ?? '';
    const fitting = INJECTIONS.filter(({ length }) => length <= (FIELDS.get(field) ?? 0));
    return fitting.filter((one) => !WAYS.some((way) => text.includes(way(one).trim()))).map((one) => `${field}: ${one}`);
  });
}

interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly attributes?: object;
}
export type Call = (name: string, given?: CallInput) => Promise<Answered>;

/** Makes calls by name, and records what was sent in which field. */
export const callsOf =
  (request: APIRequestContext, sentTexts: SentTexts): Call =>
  async (name, { params = {}, attributes } = {}) => {
    const called = ALL_ENDPOINTS.find((one) => one.name === name);
    if (called === undefined) throw new Error(`no call ${name}`);
    const path = called.path.replaceAll(/\{(\w+)\}/g, (_all, param: string) => params[param] ?? '');
    const type = 'bodyType' in called ? called.bodyType : 'type' in called.reply ? called.reply.type : '';
    const answer = await send(request, `${called.method} ${path}`, {
      type,
      ...(attributes === undefined ? {} : { attributes: { ...attributes } }),
    });
    note(sentTexts, name, attributes);
    return answer;
  };

export async function list(request: APIRequestContext, path: string): Promise<readonly Answered[]> {
  const answer = await request.get(path);
  if (!answer.ok()) throw new Error(`${path}: ${answer.status()} ${await answer.text()}`);
  return ((await answer.json()) as { data: readonly Answered[] }).data;
}

const OFFICE = '/api/office/v1';
/** Maximum number of fields of a payment system. */
const FREE_FIELDS = 12;
const freeField = (index: number, round: number) => ({
  key: `said_${index}`,
  kind: 'text',
  label: { ru: at(requisites(110), 2 * (FREE_FIELDS * round + index)), en: at(requisites(110), 2 * (FREE_FIELDS * round + index) + 1) },
  required: true,
  pattern: null,
  example: at(requisites(250), FREE_FIELDS * round + index),
  minLength: null,
  maxLength: 200,
  digits: null,
  network: null,
  countries: null,
  mayBeAbsent: false,
});

const documentOf = (attributes: Answered['attributes']) => attributes['document'] as Readonly<Record<string, unknown>>;

/** A payment system whose fields accept any text and have corpus strings as labels and hints, renewed until the whole corpus was used. */
export async function openSystem(office: Call): Promise<void> {
  const { attributes } = await office('officeGetPaymentSystem', { params: { code: 'SBPRUB' } });
  let before = documentOf(attributes)['outcomeFields'];
  const notes = joinInjections(1_900);
  for (let round = 0; round < notes.length; round += 1) {
    const after = Array.from({ length: FREE_FIELDS }, (_, index) => freeField(index, round));
    const items = [{ entity: 'payment_system', key: 'SBPRUB', before: { outcomeFields: before }, after: { outcomeFields: after } }];
    // oxlint-disable-next-line no-await-in-loop -- each change builds on the previous version
    const made = await office('officeSubmitChange', { attributes: { items, note: at(notes, round) } });
    if (made.attributes['state'] !== 'applied') throw new Error(`the system is not changed: ${JSON.stringify(made.attributes)}`);
    before = after;
  }
}

/** Orders paid out to hostile requisites, at least one for each part of the corpus; returns their ids. */
export async function makeOrders(
  customer: Call,
  request: APIRequestContext,
  { count, email }: { readonly count: number; readonly email: string },
) {
  const sides = { income_payment_system_id: 'ADVCUSD', outcome_payment_system_id: 'SBPRUB' };
  const values = requisites(200);
  const ids: string[] = [];
  for (let index = 0; index < count; index += 1) {
    // oxlint-disable-next-line no-await-in-loop -- orders of one customer
    const quote = await customer('calculateFromIncome', { attributes: { income_amount: '50', ...sides } });
    const fields = Array.from({ length: FREE_FIELDS }, (_, field) => [`said_${field}`, at(values, FREE_FIELDS * index + field)]);
    const attributes = {
      payment_system_from_id: 'ADVCUSD',
      payment_system_to_id: 'SBPRUB',
      income_amount: '50',
      rate_calculation_id: quote.id,
      email,
      income_requisites: { wallet: 'U123456789012' },
      outcome_requisites: Object.fromEntries(fields) as Readonly<Record<string, string>>,
      save_requisites: true,
      confirm_lookalike: true,
      accept_terms: true,
    };
    // oxlint-disable-next-line no-await-in-loop -- as above
    const { id } = await customer('createOrder', { attributes });
    // oxlint-disable-next-line no-await-in-loop -- as above
    await customer('getRequisites', { params: { id } });
    const paid = { order_id: id, scenario: 'exact' };
    // oxlint-disable-next-line no-await-in-loop -- as above
    const answer = await request.post('/sandbox/payments', { data: paid });
    if (answer.status() !== 201) throw new Error(await answer.text());
    ids.push(id);
  }
  return ids;
}

export interface Scene {
  readonly office: Call;
  readonly customer: Call;
  /** Calls made by the customers' own browsers. */
  readonly site: APIRequestContext;
  readonly back: APIRequestContext;
  readonly email: string;
  readonly ids: readonly string[];
  readonly sentTexts: SentTexts;
  /** Opens the pages that show the texts written so far, before they are overwritten. */
  readonly look: (at: { readonly site?: string; readonly office?: string; readonly shows?: string }) => Promise<void>;
}

/** Reviews, each with its part of the corpus, under different names. */
export async function writeReviews({ office, customer, back, ids, look }: Scene): Promise<void> {
  const names = lines(40);
  const texts = joinInjections(1_900);
  for (let from = 0, round = 0; from < names.length; from += ids.length, round += 1) {
    for (const [index, id] of ids.entries()) {
      const attributes = { rating: 5, text: at(texts, index), name: at(names, from + index), version: round === 0 ? 0 : 2 * round };
      await customer('saveOrderReview', { params: { id }, attributes });
    }
    const written = await list(back, `${OFFICE}/reviews?state=pending&per=100`);
    for (const { id, attributes } of written)
      await office('officeDecideReview', { params: { id }, attributes: { decision: 'published', version: attributes['version'] } });
    await look({ site: '/en/reviews', office: '/office/reviews?state=published' });
  }
  for (const [index, { id, attributes }] of (await list(back, `${OFFICE}/reviews?state=published&per=100`)).entries()) {
    const text = at(texts, index);
    const answered = await office('officeAnswerReview', { params: { id }, attributes: { text, version: attributes['version'] } });
    if (index % 2 === 0) continue;
    const declined = { decision: 'declined', reason: 'off_topic', text, version: answered.attributes['version'] };
    await office('officeDecideReview', { params: { id }, attributes: declined });
  }
  await look({ site: '/en/reviews', office: '/office/reviews?state=declined' });
  for (const id of ids.slice(0, 2)) await look({ site: `/en/order/${id}/review` });
}

/** Names that a customer gives to saved requisites and API keys. */
export async function enterNames({ customer, site, look }: Scene): Promise<void> {
  const wallets = await list(site, '/api/v1/user_wallets');
  for (const [index, label] of lines(40).entries()) {
    await customer('nameUserWallet', { params: { id: at(wallets, index).id }, attributes: { label } });
    if ((index + 1) % wallets.length === 0) await look({ site: '/en/account/wallets' });
  }
  await look({ site: '/en/account/wallets' });
  const keys: string[] = [];
  for (const [index, name] of lines(60).entries()) {
    const attributes = { name, mode: 'sandbox', scopes: ['rates:read'], networks: [] };
    keys.push((await customer('createPartnerKey', { attributes })).id);
    if (keys.length < MAX_KEYS && index + 1 < lines(60).length) continue;
    await look({ site: '/en/account/earnings/api' });
    for (const id of keys.splice(0)) await customer('revokePartnerKey', { params: { id } });
  }
}

/** Messages to the shop and its answers. */
export async function exchangeMessages({ office, customer, site, back, ids, sentTexts }: Scene): Promise<string> {
  const [orderId = ''] = ids;
  for (const text of joinInjections(3_900)) await customer('sendChatMessage', { attributes: { text, order_id: orderId } });
  for (const [index, turnover] of joinInjections(100).entries()) {
    const multipart = {
      email: `merchant-${index}@example.org`,
      url: 'shop.example',
      monthly_turnover: turnover,
      business_area: at(joinInjections(200), index),
      comment: at(joinInjections(1_900), index),
    };
    const response = await site.post('/api/v1/online_payments/request', { multipart, headers: { 'site-locale': 'en' } });
    if (response.status() !== 201) throw new Error(await response.text());
    note(sentTexts, 'requestOnlinePayments', multipart);
  }
  const requests = await list(back, `${OFFICE}/business_requests?per=100`);
  for (const [index, reason] of joinInjections(900).entries()) {
    const { id, attributes } = at(requests, index);
    const decided = { state: 'declined', reason, note: at(joinInjections(1_900), index), version: attributes['version'] };
    await office('officeDecideBusinessRequest', { params: { id }, attributes: decided });
  }
  const thread = await office('officeBeginChat', { params: { id: orderId } });
  let threadResult = (await office('officeGetChat', { params: { id: thread.id } })).attributes;
  for (const text of joinInjections(3_900)) {
    await office('officeNoteChat', { params: { id: thread.id }, attributes: { text } });
    threadResult = (await office('officeGetChat', { params: { id: thread.id } })).attributes;
    await office('officeAnswerChat', { params: { id: thread.id }, attributes: { text, seen: lastOf(threadResult) } });
  }
  for (const [index, title] of lines(80).entries()) {
    const text = withoutBraces(at(joinInjections(1_900), index));
    await office('officeCreateCannedReply', { attributes: { title, text_ru: text, text_en: text } });
  }
  return thread.id;
}

const lastOf = (thread: Readonly<Record<string, unknown>>): number =>
  Math.max(0, ...(thread['messages'] as readonly { readonly nr: number }[]).map(({ nr }) => nr));

/** Notes of operators about orders, customers and money, and texts that customers read. */
export async function writeNotes({ office, back, ids, email, look }: Scene): Promise<string> {
  const [id = ''] = ids;
  const [customer] = await list(back, `${OFFICE}/customers?q=${email}`);
  const subject = { id: customer?.id ?? '' };
  const [partner] = await list(back, `${OFFICE}/partners?q=${email}`);
  for (const [index, text] of joinInjections(1_900).entries()) {
    await office('officeAddNote', { params: { id }, attributes: { note: text } });
    await office('officeWriteToCustomer', { params: { id }, attributes: { text } });
    await office('officeNoteOnCustomer', { params: subject, attributes: { note: text, audience: 'office' } });
    await office('officeAddToBlacklist', {
      attributes: { kind: 'email', value: `kept-out-${index}@example.org`, reason: 'other', note: text },
    });
    await office('officeGrantBonus', { attributes: { email, amount: '1', note: text } });
    await office('officeSuspendPartner', { params: { id: partner?.id ?? '' }, attributes: { note: text } });
    await look({ site: '/en/account/earnings/api', office: `/office/partners/${partner?.id ?? ''}` });
    await office('officeResumePartner', { params: { id: partner?.id ?? '' }, attributes: { note: text } });
  }
  for (const reason of joinInjections(490))
    await office('officePostReserve', { attributes: { payment_system_id: 'PRUSD', kind: 'deposit', amount: '1', reason } });
  return subject.id;
}

/** The site banner. */
export async function publishNotice({ office, site, look }: Scene): Promise<void> {
  for (const text of joinInjections(290)) {
    const { id } = await office('officePublishNotice', { attributes: { kind: 'info', text: { ru: text, en: text }, dismissible: true } });
    await look({ site: '/en/referral', shows: text.split('\n')[0] ?? '' });
    await office('officeWithdrawNotice', { params: { id } });
  }
  const systems = (await list(site, '/api/v1/payment_systems')).map(({ id }) => id).filter((id) => id !== 'SBPRUB' && id !== 'ADVCUSD');
  for (const [index, text] of joinInjections(290).entries()) {
    const attributes = { kind: 'system', subject: at(systems, index), reason: 'maintenance', text: { ru: text, en: text } };
    const { id } = await office('officeSwitchOff', { attributes });
    if (index + 1 < systems.length) continue;
    await office('officeSwitchOn', { params: { id }, attributes: {} });
  }
  await look({ site: `/en/exchange/usdttrc20-${at(systems, 0)}`.toLowerCase(), office: '/office/switches' });
  let contacts = await office('officeGetContactSettings');
  for (const [index, phone] of lines(40).entries()) {
    const hours = at(lines(120), index);
    const attributes = { ...sectionOf(contacts), phone, hours: { ru: hours, en: hours } };
    contacts = await office('officeSaveContactSettings', { attributes });
  }
  let entity = await office('officeGetEntitySettings');
  const short = lines(60);
  for (const [index, number] of lines(64).entries()) {
    const both = (most: number) => ({ ru: at(lines(most), index), en: at(lines(most), index) });
    const named = Array.from({ length: 10 }, (_, place) => at(short, 10 * index + place));
    const attributes = {
      ...sectionOf(entity),
      legal_name: both(160),
      registration_number: number,
      address: both(240),
      licence: both(240),
      monitors: named.map((name) => ({ name, url: 'https://monitor.example.org' })),
      fingerprints: named.map((label) => ({ label, text: '0123 4567 89ab cdef' })),
    };
    entity = await office('officeSaveEntitySettings', { attributes });
    if (index % 20 === 0) await look({ site: '/en/about', office: '/office/settings' });
  }
}

const sectionOf = ({ attributes: { changed_at: _at, changed_by: _by, ...section } }: Answered) => section;

/** A site text with the whole corpus in its paragraphs, links and attributes. Returns its final title. */
export async function publish({ office, look }: Scene): Promise<string> {
  for (const [index, name] of lines(80).entries())
    await office('officeAddContentCategory', {
      attributes: { kind: 'news', name: { ru: name, en: name }, slug: `said-${index}`, sort: index },
    });
  const item = await office('officeCreateContent', { attributes: { category_id: '2' } });
  const linked = [{ type: 'link', attrs: { href: '/faq' } }];
  const content = INJECTIONS.map((text, index) => ({
    type: 'paragraph',
    content: [{ type: 'text', text: toOneLine(text), ...(index % 3 === 0 ? { marks: linked } : {}) }],
  }));
  let revision = item.attributes['revision'];
  for (const [index, title] of lines(200).entries()) {
    const seo = { title, description: at(lines(390), index) };
    const text = {
      title,
      slug: 'hostile',
      seolink: 'hostile',
      excerpt: at(joinInjections(490), index),
      body: { type: 'doc', content },
      seo,
    };
    const draft = { revision, category_id: '2', sort: 0, ru: text, en: text };
    const saved = await office('officeSaveContent', { params: { id: item.id }, attributes: draft });
    const publication = { revision: saved.attributes['revision'], note: at(joinInjections(490), index) };
    const published = await office('officePublishContent', { params: { id: item.id }, attributes: publication });
    revision = published.attributes['revision'];
    if (index % 10 === 0) await look({ site: '/en/news/hostile', office: `/office/content/${item.id}` });
  }
  return lines(200).at(-1) ?? '';
}
