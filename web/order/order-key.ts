/** Public ids and keys are written with these signs only; anything else is not ours and opens nothing. */
export const isKeyText = (text: string): boolean => /^[\w-]{1,200}$/.test(text);
