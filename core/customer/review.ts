import { DAY_MS } from '#core/time.ts';

/**
 * States of a review of a completed exchange. `pending`: not moderated; `declined`: hidden, for a reason sent to its author; `withdrawn`: by
 * its author.
 */
export const REVIEW_STATES = ['pending', 'published', 'declined', 'withdrawn'] as const;
export type ReviewState = (typeof REVIEW_STATES)[number];

/** Why a review is not shown. Dissatisfaction is not a reason (decision 0065). */
export const REVIEW_DECLINE_REASONS = ['insults', 'personal_data', 'advertising', 'off_topic'] as const;
export type ReviewDeclineReason = (typeof REVIEW_DECLINE_REASONS)[number];

/** Decisions of staff. Staff never change the text or the stars. */
export const REVIEW_DECISIONS = ['published', 'declined'] as const;
export type ReviewDecision = (typeof REVIEW_DECISIONS)[number];

const NEXT: Readonly<Record<ReviewState, readonly ReviewDecision[]>> = {
  pending: ['published', 'declined'],
  published: ['declined'],
  // A decision may be corrected
  declined: ['published'],
  withdrawn: [],
};

export const nextDecisions = (state: ReviewState): readonly ReviewDecision[] => NEXT[state];

/** Stars, the best first. */
export const RATINGS = [5, 4, 3, 2, 1] as const;
export const MAX_REVIEW_CHARS = 2000;
export const MAX_REVIEW_NAME_CHARS = 40;
/** One mailbox is invited at most once in this time; every order's page accepts a review. */
export const INVITATION_INTERVAL_MS = 7 * DAY_MS;
/** With fewer ratings no average is shown. */
export const MIN_RATED = 5;

/** The first state of a review. Stars without text and name need no moderation. */
export const firstState = ({ text, name }: { readonly text: string; readonly name: string | null }): ReviewState =>
  text === '' && name === null ? 'published' : 'pending';

// Invisible characters that reverse or split text, except U+200D, which joins emoji
const INVISIBLE = /(?!\u{200D})\p{Cf}/gu;
const MARKS = /(\p{M}{3})\p{M}+/gu;

/** A review's text as it is stored: without control and invisible characters and without stacks of combining marks. */
export const cleanReviewText = (text: string): string =>
  text
    .normalize('NFC')
    .replaceAll(/\r\n?|[\u{2028}\u{2029}]/gu, '\n')
    .replaceAll(/[^\P{Cc}\n]/gu, ' ')
    .replaceAll(INVISIBLE, '')
    .replaceAll(MARKS, '$1')
    .replaceAll(/\n[ \n]*\n/g, '\n\n')
    .trim();

/** The author's name on one line, as it is shown beside the review; null if it is empty. */
export const cleanReviewName = (name: string): string | null => cleanReviewText(name).replaceAll(/\s+/g, ' ') || null;

const MASK = '•••';
/** Ten digits are a telephone, sixteen a card, twenty an account, with any separators. */
const LONG_NUMBER = /\+?\p{Nd}(?:[\s\u{200D}()_./·\p{Pd}]*\p{Nd}){9,}/gu;
const EMAIL = /[^\s@<>()]+@[^\s@<>()]+\.[^\s@<>()]+/gu;
const HANDLE = /(?<![\p{L}\p{N}])@[A-Za-z]\w{3,}/gu;
/** Addresses of wallets, accounts by IBAN, hashes. */
const LONG_WORD = /(?<![A-Za-z0-9])(?=[A-Za-z]*\d)(?=\d*[A-Za-z])[A-Za-z0-9]{20,}/g;

/** The public form of a review, in which cards, telephones, e-mails, handles and wallets are masked. */
export const maskPersonal = (text: string): string =>
  [EMAIL, LONG_WORD, LONG_NUMBER, HANDLE].reduce((masked, personal) => masked.replaceAll(personal, MASK), text);
