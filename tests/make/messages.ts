import type { Locale } from '#core/locale.ts';

/** A message of the specification (spec 5, 8) and its text for customers. `{…}` is a placeholder. */
export interface Message extends Readonly<Record<Locale, string>> {
  readonly says: string;
}

/** Messages of calls and server-rendered pages: `tests/faults/specification.db.test.ts` triggers each of them. */
export const SAID_BY_SERVER = {
  required: { says: 'Required field', ru: 'Обязательное поле.', en: 'Required field.' },
  min_length: {
    says: 'Minimum length of {min} characters',
    ru: 'Минимальная длина в символах: 8.',
    en: 'Minimum length of 8 characters.',
  },
  max_length: {
    says: 'Maximum length of {max} characters',
    ru: 'Максимальная длина в символах: 64.',
    en: 'Maximum length of 64 characters.',
  },
  field_differs: {
    says: 'Field does not match {field}',
    ru: 'Значение не совпадает с полем «E-mail».',
    en: 'Field does not match E-mail.',
  },
  this_or_another: {
    says: 'This or another field is required',
    ru: 'Заполните это или другое поле.',
    en: 'This or another field is required.',
  },
  at_least_one: { says: 'You must select at least one', ru: 'Выберите хотя бы один вариант.', en: 'You must select at least one.' },
  email: { says: 'Enter a valid email', ru: 'Укажите правильный адрес почты.', en: 'Enter a valid email.' },
  phone: { says: 'Enter a valid phone number', ru: 'Укажите правильный номер телефона.', en: 'Enter a valid phone number.' },
  full_name: { says: 'Enter a valid full name', ru: 'Укажите фамилию, имя и отчество правильно.', en: 'Enter a valid full name.' },
  name_too_long: {
    says: 'Name should not contain more than 64 characters',
    ru: 'Имя не должно быть длиннее 64 символов.',
    en: 'Name should not contain more than 64 characters.',
  },
  name_too_short: {
    says: 'Name should not contain less than 8 characters',
    ru: 'Имя не должно быть короче 8 символов.',
    en: 'Name should not contain less than 8 characters.',
  },
  password: {
    says: 'at least 8 characters with lower-case and upper-case Latin letters and digits',
    ru: 'В пароле должно быть не меньше 8 символов: строчные и заглавные латинские буквы и цифры.',
    en: 'Password must have at least 8 characters with lowercase and uppercase Latin letters and digits.',
  },
  password_of_operator: {
    says: 'one variant asks for special symbols as well',
    ru: 'В пароле должно быть не меньше 8 символов: строчные и заглавные латинские буквы, цифры и специальные символы.',
    en: 'Password must have at least 8 characters with lowercase and uppercase Latin letters, digits and special symbols.',
  },
  passwords_differ: { says: 'Passwords do not match', ru: 'Пароли не совпадают.', en: 'Passwords do not match.' },
  amount: {
    says: 'a number, greater than {min} and less than {max}',
    ru: 'Сумма должна быть числом больше {min} и меньше {max}.',
    en: 'Amount must be a number, greater than {min} and less than {max}.',
  },
  amount_must_exceed: {
    says: 'The value must be greater than {amount}',
    ru: 'Значение должно быть больше {amount}.',
    en: 'The value must be greater than {amount}.',
  },
  card: {
    says: '16 to 18 digits',
    ru: 'Номер карты должен содержать от 16 до 18 цифр.',
    en: 'Card number must contain 16 - 18 digits.',
  },
  card_exact: { says: 'an exact number of digits', ru: 'Количество цифр в номере карты: 16.', en: 'Card number must contain 16 digits.' },
  account: { says: '20 digits', ru: 'Количество цифр в номере счёта: 20.', en: 'Bank account number must contain 20 digits.' },
  iban: { says: 'Invalid IBAN', ru: 'Неверный IBAN.', en: 'Invalid IBAN.' },
  wallet: {
    says: 'matches a pattern or an example',
    ru: 'Номер кошелька выглядит так: U123456789012.',
    en: 'Wallet number must look like U123456789012.',
  },
  memo: {
    says: 'crypto may require a MEMO',
    ru: 'Укажите MEMO (тег) или отметьте, что его нет.',
    en: 'Enter the MEMO (tag), or say that there is none.',
  },
  address: { says: 'Invalid wallet address', ru: 'Неверный адрес кошелька.', en: 'Invalid wallet address.' },
  invoice: { says: 'Please specify the invoice ID', ru: 'Укажите номер счёта.', en: 'Please specify the invoice ID.' },
  cheque: {
    says: 'a PDF, at most 5 Mb',
    ru: 'Чек должен быть в формате PDF, до 5 МБ.',
    en: 'The cheque must be a PDF, maximum size 5 Mb.',
  },
  code: {
    says: 'The code used is either already activated or invalid',
    ru: 'Код уже использован или неверен.',
    en: 'The code used is either already activated or invalid.',
  },
  server_error: {
    says: 'An error occurred on the server.',
    ru: 'На сервере произошла ошибка. Попробуйте ещё раз; если она повторится, сообщите поддержке номер этой ошибки.',
    en: 'An error occurred on the server. Please try again; if it happens again, tell support the number of this error.',
  },
  something_wrong: { says: 'Something went wrong.', ru: 'Что-то пошло не так', en: 'Something went wrong' },
  no_rate: {
    says: 'Unable to get exchange rate. Please try again or contact our technical support.',
    ru: 'Не удалось получить курс обмена. Попробуйте ещё раз или напишите в техническую поддержку.',
    en: 'Unable to get exchange rate. Please try again or contact our technical support.',
  },
  no_payment_form: {
    says: 'Error forming payment form, please write in support chat.',
    ru: 'Не удалось сформировать форму оплаты. Напишите в чат поддержки.',
    en: 'Error forming payment form, please write in support chat.',
  },
  no_captcha_key: {
    says: 'Missing reCAPTCHA key. Please contact administrator.',
    ru: 'Не задан ключ reCAPTCHA. Обратитесь к администратору.',
    en: 'Missing reCAPTCHA key. Please contact administrator.',
  },
  configuration: { says: 'Configuration error.', ru: 'Ошибка конфигурации.', en: 'Configuration error.' },
  wallet_deletion: {
    says: '(or wallet)',
    ru: 'При удалении кошелька произошла ошибка. Напишите в техническую поддержку.',
    en: 'An error occurred while deleting the wallet. Please contact technical support.',
  },
  rate_changed: {
    says: 'Rate changed!',
    ru: 'Курс изменился. Проверьте новые суммы и подтвердите ещё раз.',
    en: 'Rate changed! Check the new amounts and confirm once more.',
  },
  slot_gone: {
    says: 'The slot you selected is no longer available.',
    ru: 'Выбранный слот уже недоступен.',
    en: 'The slot you selected is no longer available.',
  },
  payment_failed: { says: 'Payment failed.', ru: 'Оплата не удалась', en: 'Payment failed' },
  page_not_found: { says: 'Page not found.', ru: 'Страница не найдена', en: 'Page not found' },
  no_activation: { says: 'Activation is not possible.', ru: 'Активация невозможна.', en: 'Activation is not possible.' },
  access_denied: {
    says: 'access denied has a message of its own',
    ru: 'У вас нет доступа к этому разделу.',
    en: 'You have no access to this.',
  },
} as const satisfies Readonly<Record<string, Message>>;

/** Messages of the browser alone: `tests/e2e/messages.spec.ts` triggers each of them. */
export const SAID_IN_BROWSER = {
  card_deletion: {
    says: 'An error occurred while deleting the card (or wallet). Please contact technical support.',
    ru: 'При удалении карты произошла ошибка. Напишите в техническую поддержку.',
    en: 'An error occurred while deleting the card. Please contact technical support.',
  },
  no_withdrawal: {
    says: 'The withdrawal order was not created. Please contact the service support.',
    ru: 'Заявка на вывод не создана. Обратитесь в службу поддержки.',
    en: 'The withdrawal order was not created. Please contact the service support.',
  },
  verification_rejected: { says: 'Verification rejected.', ru: 'Верификация отклонена', en: 'Verification rejected' },
  verification_denied: {
    says: 'You were denied card verification for the reason: {reason}',
    ru: 'В верификации карты отказано. Причина: {reason}',
    en: 'You were denied card verification for the reason: {reason}',
  },
  verification_unspecified: {
    says: 'reason not specified',
    ru: 'В верификации карты отказано: причина не указана.',
    en: 'You were denied card verification: reason not specified.',
  },
} as const satisfies Readonly<Record<string, Message>>;

const escape = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);

/** Pattern of the displayed text with any placeholder values. */
export const readAs = (message: Message, locale: Locale): RegExp =>
  new RegExp(
    `^${message[locale]
      .split(/\{\w+\}/)
      .map(escape)
      .join('.+')}$`,
  );
