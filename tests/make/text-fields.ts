import type { Endpoint } from '#contract/endpoint.ts';
import { openApi } from '#contract/openapi.ts';
import { attributesOf, operationsOf, type Schema } from './openapi-requests.ts';

/** A free text field of a call: `createOrder.outcome_requisites.*`. */
export interface TextField {
  readonly name: string;
  readonly most: number | undefined;
}

/** Any line: the only pattern that excludes nothing but line breaks. */
const ANY_LINE = '^[^\\p{Cc}\\p{Zl}\\p{Zp}]*$';

function textsIn(schema: Schema, name: string): readonly TextField[] {
  if (schema.const !== undefined || schema.enum !== undefined) return [];
  if (schema.anyOf !== undefined) return schema.anyOf.flatMap((one) => textsIn(one, name));
  if (schema.pattern !== undefined && schema.pattern !== ANY_LINE) return [];
  if (schema.type === 'string') return [{ name, most: schema.maxLength }];
  if (schema.type === 'array') return textsIn(schema.items ?? {}, `${name}[]`);
  const own = Object.entries(schema.properties ?? {}).flatMap(([member, one]) => textsIn(one, `${name}.${member}`));
  const any = schema.additionalProperties === undefined ? [] : textsIn(schema.additionalProperties, `${name}.*`);
  // Not described: a document validated where it is stored
  return Object.keys(schema).length === 0 ? [{ name, most: undefined }] : [...own, ...any];
}

/** Every free text field of the calls with effects. */
export function freeTextsOf(endpoints: readonly Endpoint[]): readonly TextField[] {
  const found = operationsOf(openApi(endpoints, 'https://exchange.example'))
    .filter(({ method }) => method !== 'GET')
    .flatMap((operation) => Object.entries(attributesOf(operation)).flatMap(([name, one]) => textsIn(one, `${operation.name}.${name}`)));
  return [...new Map(found.map((one) => [one.name, one])).values()];
}

/**
 * Texts stored as typed and shown to others: the whole corpus is sent through each and checked in a browser
 * (`tests/e2e/injections.spec.ts`, quality R47).
 */
export const SEEN_IN_BROWSER: readonly string[] = [
  'createOrder.outcome_requisites.*',
  'nameUserWallet.label',
  'createPartnerKey.name',
  'sendChatMessage.text',
  'requestOnlinePayments.monthly_turnover',
  'requestOnlinePayments.business_area',
  'requestOnlinePayments.comment',
  'saveOrderReview.text',
  'saveOrderReview.name',
  'officeSubmitChange.items[].after.*',
  'officeSubmitChange.note',
  'officeDecideReview.text',
  'officeAnswerReview.text',
  'officePublishNotice.text.ru',
  'officePublishNotice.text.en',
  'officeSwitchOff.text.ru',
  'officeSwitchOff.text.en',
  'officeAddNote.note',
  'officeNoteOnCustomer.note',
  'officeAddToBlacklist.note',
  'officeWriteToCustomer.text',
  'officeGrantBonus.note',
  'officeSuspendPartner.note',
  'officeResumePartner.note',
  'officePostReserve.reason',
  'officeDecideBusinessRequest.reason',
  'officeDecideBusinessRequest.note',
  'officeAnswerChat.text',
  'officeNoteChat.text',
  'officeCreateCannedReply.title',
  'officeCreateCannedReply.text_ru',
  'officeCreateCannedReply.text_en',
  'officeSaveContent.ru.title',
  'officeSaveContent.ru.excerpt',
  'officeSaveContent.ru.body.*',
  'officeSaveContent.ru.seo.title',
  'officeSaveContent.ru.seo.description',
  'officeSaveContent.en.title',
  'officeSaveContent.en.excerpt',
  'officeSaveContent.en.body.*',
  'officeSaveContent.en.seo.title',
  'officeSaveContent.en.seo.description',
  'officePublishContent.note',
  'officeAddContentCategory.name.ru',
  'officeAddContentCategory.name.en',
  'officeSaveContactSettings.phone',
  'officeSaveContactSettings.hours.ru',
  'officeSaveContactSettings.hours.en',
  'officeSaveEntitySettings.legal_name.ru',
  'officeSaveEntitySettings.legal_name.en',
  'officeSaveEntitySettings.registration_number',
  'officeSaveEntitySettings.address.ru',
  'officeSaveEntitySettings.address.en',
  'officeSaveEntitySettings.licence.ru',
  'officeSaveEntitySettings.licence.en',
  'officeSaveEntitySettings.monitors[].name',
  'officeSaveEntitySettings.fingerprints[].label',
];

/** Why other fields need no such check; the first matching pattern gives the reason. */
export const EXEMPT: readonly (readonly [fields: RegExp, why: string])[] = [
  [
    /assword|\.(?:totp|recovery_code|code|captcha_token|token|hash|digest|key)$|passkey\.\*$/,
    'compared with what is kept, and shown nowhere',
  ],
  [/^(?:officePreview|officeCheck|officeRead|officeTry|checkTyped|calculate|quote|readChat)/, 'calculated with, and kept nowhere'],
  [/\.(?:cheque|image|attachment|proof|statement|file)$/, 'a file: the walks of uploads'],
  [/amount$|\.(?:ledger|counted|level|at|seen_at|last_digits)$|days\[\]/, 'a number or a moment: anything else is refused'],
  [
    /(?:_id|\.repeat_of|\.wallet|\.holder|\.subject|subjects\[\]|officeJudgePair\.other|zone|codes\[\]|currencies\[\]|keys\[\]|items\[\]\.key|names\[\]|\.thread|values\[\]\.key)$/,
    'names what exists: anything else is refused',
  ],
  [
    /(?:email|phone|full_name|anti_phishing_code|card_number|createCardVerification\.name|tx_hash|networks\[\]|url|urls\.\*|endpoint|slug|seolink|link|return_to|Blacklist\.value)$/,
    'has a shape of its own: whatever does not fit it is refused',
  ],
  [/equisites.*\.(?:\*|owner_name|bank)$|PoolTarget\./, "one more way to a requisite, which is shown as an order's"],
  [/^officeApplyPlan|before\.\*$|\.mapping$/, 'another way to what a change of the catalogue holds'],
  [/^(?:sendChatFile|officeSendChatFile)\./, 'a message of a talk, with a file beside it'],
  [/^office(?:Change|Revise)(?:CannedReply|ContentCategory|Notice)\./, 'what was made by another call, written anew'],
  [
    /^(?:addPasskey|renamePasskey|changePartnerKey|addBrowser|addOrderBrowser)\.name$/,
    'how somebody calls what is his own, as a key of a partner',
  ],
  [/^officeSaveShopSettings\.name/, "stands in every page's title, and other walks find pages by it"],
  [
    /^officeSaveText\.values\[\]\.value$/,
    'words of letters: addresses and marks of our own are refused, and letters are drawn by one maker',
  ],
  [/\.(?:note|reason|take_over_note|reference|sender|words)$/, 'told in the same histories and lists as the notes that are walked'],
];
