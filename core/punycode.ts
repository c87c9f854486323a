const BASE = 36;
const T_MIN = 1;
const T_MAX = 26;
const SKEW = 38;
const DAMP = 700;
const FIRST_BIAS = 72;
const FIRST_CODE = 128;
/** Labels have at most 63 characters. */
const MOST_CHARS = 63;

function adapt(delta: number, count: number, isFirst: boolean): number {
  let rest = isFirst ? Math.floor(delta / DAMP) : delta >> 1;
  rest += Math.floor(rest / count);
  let k = 0;
  for (; rest > ((BASE - T_MIN) * T_MAX) >> 1; k += BASE) rest = Math.floor(rest / (BASE - T_MIN));
  return k + Math.floor(((BASE - T_MIN + 1) * rest) / (rest + SKEW));
}

const digitOf = (char: string): number => {
  if (/^[a-z]$/.test(char)) return char.charCodeAt(0) - 97;
  return /^\d$/.test(char) ? Number(char) + 26 : BASE;
};

/** The text of an `xn--` label without its prefix, in lower case (RFC 3492); undefined where it is broken. */
export function decodePunycode(encoded: string): string | undefined {
  if (encoded.length > MOST_CHARS) return undefined;
  const end = encoded.lastIndexOf('-');
  const output = end > 0 ? Array.from(encoded.slice(0, end), (char) => char.charCodeAt(0)) : [];
  let [code, at, bias, place] = [FIRST_CODE, 0, FIRST_BIAS, end > 0 ? end + 1 : 0];
  while (place < encoded.length) {
    const before = at;
    for (let weight = 1, k = BASE; ; k += BASE) {
      const digit = digitOf(encoded[place] ?? '');
      if (digit >= BASE) return undefined;
      place += 1;
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
