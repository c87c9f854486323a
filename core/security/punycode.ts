const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 128;
/** Labels have at most 63 characters. */
const MAX_LABEL_LENGTH = 63;

function adapt(delta: number, count: number, isFirst: boolean): number {
  let value = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  value += Math.floor(value / count);
  let k = 0;
  for (; value > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) value = Math.floor(value / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * value) / (value + SKEW));
}

const digitOf = (char: string): number => {
  if (/^[a-z]$/.test(char)) return char.charCodeAt(0) - 97;
  return /^\d$/.test(char) ? Number(char) + 26 : BASE;
};

/** The text of an `xn--` label without its prefix, in lower case (RFC 3492); undefined where it is broken. */
export function decodePunycode(encoded: string): string | undefined {
  if (encoded.length > MAX_LABEL_LENGTH) return undefined;
  const end = encoded.lastIndexOf('-');
  const output = end > 0 ? Array.from(encoded.slice(0, end), (char) => char.charCodeAt(0)) : [];
  let [code, at, bias, position] = [FIRST_CODE, 0, FIRST_BIAS, end > 0 ? end + 1 : 0];
  while (position < encoded.length) {
    const before = at;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(encoded[position] ?? '');
      if (digit >= BASE) return undefined;
      position += 1;
      at += digit * weight;
      const threshold = Math.min(T_MAX, Math.max(T_MIN, k - bias));
      if (digit < threshold) break;
      weight *= BASE - threshold;
    }
    const count = output.length + 1;
    bias = adapt(at - before, count, before === 0);
    code += Math.floor(at / count);
    at %= count;
    if (code > 0x10_ff_ff) return undefined;
    output.splice(at, 0, code);
    at += 1;
  }
  return String.fromCodePoint(...output);
}
