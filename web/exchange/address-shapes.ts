export { networksOf, normaliseAddress } from '#core/requisites/address-shape.ts';
export { readPaymentUri } from '#core/requisites/payment-uri.ts';
