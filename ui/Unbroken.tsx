/** A word with a hyphen inside, with adjacent punctuation. */
const HYPHENATED_WORD = /(\S+-\S+)/;

/** A text whose hyphenated words do not break: "Т-Банк" is one name. CSS has no property for it, and a non-breaking hyphen would be copied. */
export function Unbroken({ text }: { readonly text: string }) {
  return text.split(HYPHENATED_WORD).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={`${index} ${part}`} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
}
