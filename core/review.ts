import { DAY_MS } from './time.ts';

/**
 * What a customer says of an exchange that is completed. `pending`: a person of the office has yet to read it; `declined`: not shown,
 * for a reason that its author is told; `withdrawn`: its author has taken it back.
 */
export const REVIEW_STATES = ['pending', 'published', 'declined', 'withdrawn'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** Why a review is not shown. That somebody is not content is no reason, and there is none for it (decision 0065). */
export const REVIEW_DECLINE_REASONS = ['insults', 'personal_data', 'advertising', 'off_topic'] as const;
export type ReviewDeclineReason = (typeof REVIEW_DECLINE_REASONS)[number];

/** What a person of the office may make of one; nobody of the office changes a word or a star of it. */
export const REVIEW_DECISIONS = ['published', 'declined'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

const NEXT: Readonly<Record<ReviewState, readonly ReviewDecision[]>> = {
  pending: ['published', 'declined'],
  published: ['declined'],
  // People err
  declined: ['published'],
  withdrawn: [],
};

export const nextDecisions = (state: ReviewState): readonly ReviewDecision[] => NEXT[state];

/** Stars, the best first. */
export const RATINGS = [5, 4, 3, 2, 1] as const;
export const MAX_REVIEW_CHARS = 2000;
export const MAX_REVIEW_NAME_CHARS = 40;
/** One mailbox is invited no oftener, however much it exchanges: its orders' pages take a review of each. */
export const INVITED_AGAIN_MS = 7 * DAY_MS;
/** Fewer are an anecdote: no number is told of them beside other facts. */
export const FEWEST_RATED = 5;

/** Stars alone say nothing that a person would have to read first. */
export const firstState = ({ text, name }: { readonly text: string; readonly name: string | null }): ReviewState =>
  text === '' && name === null ? 'published' : 'pending';

// Signs that are not seen: they turn lines round and take words apart. What joins emoji stays
const UNSEEN = /(?!\u{200D})\p{Cf}/gu;
const MARKS = /(\p{M}{3})\p{M}+/gu;

/** A stranger's text as it is kept: lines of what can be seen, no control signs, no towers of marks. */
export const cleanReviewText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u{2028}\u{2029}]/gu, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(UNSEEN, '')
    .replaceAll(MARKS, '$1')
    .replaceAll(/\n[ \n]*\n/g, '\n\n')
    .trim();

/** What somebody is called beside his review, in one line; null: he is a customer and no more. */
export const cleanReviewName = (name: string): string | null => cleanReviewText(name).replaceAll(/\s+/g, ' ') || null;

const MASKED = '•••';
/** Ten digits are a telephone, sixteen a card, twenty an account: however they are parted. */
const LONG_NUMBER = /\+?\p{Nd}(?:[\s\u{200D}()_./·\p{Pd}]*\p{Nd}){9,}/gu;
const EMAIL = /[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>()]+/gu;
const HANDLE = /(?<![\p{L}\p{N}])@[A-Za-z]\w{3,}/gu;
/** Addresses of wallets, accounts by IBAN, hashes. */
const LONG_WORD = /(?<![A-Za-z0-9])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{20,}/g;

/** The same with nobody's cards, telephones, addresses and wallets in it: as it is shown to everybody. */
export const maskPersonal = (text: string): string =>
  [EMAIL, LONG_WORD, LONG_NUMBER, HANDLE].reduce((shown, personal) => shown.replaceAll(personal, MASKED), text);
