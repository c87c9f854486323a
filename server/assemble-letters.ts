import { CARD_LETTER, cardLetters } from './card-verifications/card-letters.ts';
import { CHAT_LETTER, chatLetters } from './chat/chat-letters.ts';
import { BONUS_LETTER, bonusLetters } from './earnings/bonus-letters.ts';
import type { Deps } from './deps.ts';
import type { LetterKinds } from './mails/letter-kind.ts';
import { MAIL_CHECK, mailCheckLetters } from './opening/mail-check.ts';
import { INVITATION_LETTER } from './staff/invite.ts';
import { invitationLetters } from './staff/invitation-letter.ts';
import { accountLetters } from './accounts/account-letters.ts';
import { ACCOUNT_LETTER } from './accounts/mail-token.ts';
import { SECURITY_LETTER, securityLetters } from './security-letters/security-letters.ts';
import { TEXT_TRY, tryLetters } from './texts/try-letters.ts';
import { alarmLetters } from './alarms/alarm-letters.ts';
import { ALARM_LETTER } from './alarms/call-people.ts';
import { DESTINATION_LETTER, destinationLetters } from './order-letters/destination-letter.ts';
import { PROMISE_LETTER, promiseLetters } from './order-letters/promise-letter.ts';
import { SURPLUS_LETTER, surplusLetters } from './order-letters/surplus-letter.ts';
import { CUSTOMER_LETTER, customerLetters } from './order-letters/customer-letters.ts';
import { ERASURE_LETTER, erasureLetters } from './personal-data/erasure-letter.ts';
import { REQUEST_LETTER, requestLetters } from './payouts/corrections/request-letter.ts';
import { BUSINESS_LETTER } from './business-requests/ask-for-payments.ts';
import { businessLetters } from './business-requests/business-letters.ts';
import { REVIEW_LETTER } from './reviews/invite.ts';
import { reviewLetters } from './reviews/review-letters.ts';
import { reserveLetters } from './reserve-requests/reserve-letters.ts';
import { RESERVE_LETTER } from './reserve-requests/tell-waiting.ts';
import { ENDPOINT_LETTER, endpointLetters } from './webhooks/endpoint-letters.ts';
import { WITHDRAWAL_LETTER } from './withdrawals/tell-customer.ts';
import { withdrawalLetters } from './withdrawals/withdrawal-letters.ts';
import { ORDER_LETTER, orderLetters } from './order-letters/order-letters.ts';

/** Every kind of letter by its name: a noun that writes letters adds its line here. */
export const letterKinds = (deps: Deps): LetterKinds => ({
  [ORDER_LETTER]: orderLetters(deps),
  [DESTINATION_LETTER]: destinationLetters(deps),
  [SURPLUS_LETTER]: surplusLetters(deps),
  [PROMISE_LETTER]: promiseLetters(deps),
  [REQUEST_LETTER]: requestLetters(deps),
  [CUSTOMER_LETTER]: customerLetters(deps),
  [CARD_LETTER]: cardLetters(deps),
  [CHAT_LETTER]: chatLetters(deps),
  [BONUS_LETTER]: bonusLetters(deps),
  [INVITATION_LETTER]: invitationLetters(deps),
  [ACCOUNT_LETTER]: accountLetters(deps),
  [SECURITY_LETTER]: securityLetters(deps),
  [WITHDRAWAL_LETTER]: withdrawalLetters(deps),
  [ERASURE_LETTER]: erasureLetters(deps),
  [MAIL_CHECK]: mailCheckLetters(deps),
  [TEXT_TRY]: tryLetters(deps),
  [ALARM_LETTER]: alarmLetters(deps),
  [BUSINESS_LETTER]: businessLetters(deps),
  [RESERVE_LETTER]: reserveLetters(deps),
  [REVIEW_LETTER]: reviewLetters(deps),
  [ENDPOINT_LETTER]: endpointLetters(deps),
});
