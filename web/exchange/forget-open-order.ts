import { forgetOpenOrderCookie } from '#contract/visit-cookies.ts';

/** Removes the browser's note of its open order. */
export const forgetOpenOrder = (): void => {
  document.cookie = forgetOpenOrderCookie(globalThis.location.protocol === 'https:');
};
